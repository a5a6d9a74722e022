"""The tables as migrations 0001 to 0025 leave them; the migration beside this folder makes them.

Django takes modules for migrations, but not folders.
"""
