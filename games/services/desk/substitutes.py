"""Actions about substitutes: offering a player's seat to those who stand in."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import OfferCause, OfferState, SeatOffer
from games.services.desk.kinds import Arguments, Before, Desk, Kind, judged_table, seat_of
from games.services.errors import TooLate
from games.services.seat_offers import close_offers
from games.services.substitutes import offer_held_seat


class LookForSubstitute(Kind):
    """Offer a seat to players who stand in for others; its player plays on until one takes it."""

    code = "substitute"
    shows_standings = False
    name = gettext_lazy("Look for a substitute")
    subject = "seat"
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Ask the first who stands in."""
        table = judged_table(desk, arguments["fixture"])
        holder = seat_of(table, arguments["seat"])
        if SeatOffer.objects.filter(seat=holder, state=OfferState.OPEN).exists():
            raise TooLate(_("This seat is offered already."))
        offer = offer_held_seat(
            table,
            holder,
            cause=OfferCause.DIRECTOR,
            by=desk.by,
            now=desk.now,
            reason=desk.reason,
        )
        return {"offer": offer.pk}

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take the offer back while nobody has the seat."""
        table = judged_table(desk, arguments["fixture"])
        offer = SeatOffer.objects.filter(pk=before["offer"]).first()
        if offer is None or not offer.is_open:
            raise TooLate(_("The seat isn’t offered any more: somebody took it, or nobody came."))
        holder = seat_of(table, arguments["seat"])
        close_offers(seats=[holder.pk], state=OfferState.WITHDRAWN, now=desk.now)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say for whom."""
        return _("looked for a substitute for %(player)s at %(fixture)s") % facts
