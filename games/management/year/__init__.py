"""A year of games with absent players, vacations and outages, for `manage.py simulate_year`.

people  who plays, how quickly, and who disappears
site    the parts of the server that live and die: web, worker, beat, mail
post    where its mails arrive
deeds   what people and directors do besides moving: pauses, gifts, vacations
story   one event after the other
checks  what must hold, looked at after every event
"""
