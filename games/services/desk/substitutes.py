"""Actions about substitutes: offering a player's seat to those who stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import OfferCause, OfferState, Player, SeatOffer
from games.selectors.stand_ins import stand_bys_for
from games.services.desk.kinds import Arguments, Before, Desk, Kind, seat_of, table_in
from games.services.errors import TooLate
from games.services.seat_offers import close_offers
from games.services.substitutes import NobodyStandsIn, offer_held_seat


class LookForSubstitute(Kind):
    """Offer a seat to players who stand in for others; its player plays on until one takes it."""

    code = "substitute"
    shows_standings = False
    name = gettext_lazy("Look for a substitute")
    subject = "seat"
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Ask the first who stands in."""
        table = table_in(desk, arguments["fixture"])
        holder = seat_of(table, arguments["seat"])
        if SeatOffer.objects.filter(seat=holder, state=OfferState.OPEN).exists():
            raise TooLate(_("This seat is offered already."))
        try:
            offer = offer_held_seat(
                table,
                holder,
                cause=OfferCause.DIRECTOR,
                by=desk.by,
                now=desk.now,
                reason=desk.reason,
            )
        except NobodyStandsIn:
            raise NobodyStandsIn(
                _(
                    "Nobody who stands in for others could take this seat at present. Try again later, or "
                    "withdraw the player: then a bot plays on."
                )
            ) from None
        return {"offer": offer.pk}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say who is asked first, how many could be, and who plays until then."""
        holder = seat_of(table_in(desk, arguments["fixture"]), arguments["seat"])
        stand_bys, _has_busy = stand_bys_for(holder, now=desk.now)
        notes = []
        for stand_by in stand_bys[:1]:
            asked = Player.objects.get(pk=stand_by.player)
            text = _("%(asked)s stands in for others and is asked first, with a day to answer.")
            notes.append(text % {"asked": asked.name})
        text = ngettext(
            "%(count)d player can be asked now, one after the other.",
            "%(count)d players can be asked now, one after the other.",
            len(stand_bys),
        )
        playing = _("Until somebody takes the seat, %(player)s plays on.")
        return [*notes, text % {"count": len(stand_bys)}, playing % {"player": holder.name}]

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who is told at once, and who later."""
        later = _(
            "Whoever is asked after that gets a mail then, and all at the table when somebody comes."
        )
        return [*super().mails(desk, arguments, people), later]

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take the offer back while nobody has the seat."""
        table = table_in(desk, arguments["fixture"])
        offer = SeatOffer.objects.filter(pk=before["offer"]).first()
        if offer is None or not offer.is_open:
            raise TooLate(_("The seat isn’t offered any more: somebody took it, or nobody came."))
        holder = seat_of(table, arguments["seat"])
        close_offers(seats=[holder.pk], state=OfferState.WITHDRAWN, now=desk.now)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say for whom."""
        return _("looked for a substitute for %(player)s at %(fixture)s") % facts
