"""Who does the thinking: the workshop or an AI, its key, its address, its model, and whether it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from elisa.services.keys import VARIABLES
from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.fields import ChoiceField, TextField
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from elisa.core.settings import ProviderName
    from elisa.services.offers import Offer
    from elisa.services.preferences import PreferencesService
    from elisa.ui.kit import Kit
    from elisa.ui.loop import Chores

_SHOWN: tuple[ProviderName, ...] = ("workshop", "claude", "openai", "lmstudio", "openrouter")


class ThinkingPage(QWidget):
    """A card for each; the chosen one shows what it needs."""

    def __init__(
        self, kit: Kit, preferences: PreferencesService, chores: Chores, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._preferences, self._chores = kit, preferences, chores
        self._cards: dict[ProviderName, Card] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(Label(kit, kit.say("preferences.who_thinks"), "heading", wrap=False))
        grid = QGridLayout()
        for place, name in enumerate(_SHOWN):
            self._cards[name] = self._card(name)
            row, at = (0, 0) if place == 0 else ((place + 1) // 2, (place - 1) % 2)
            grid.addWidget(self._cards[name], row, at, 1, 2 if place == 0 else 1)
        column.addLayout(grid)
        self._needs = self._needs_of_an_ai()
        column.addWidget(self._needs)
        self._sentence = Label(kit, "", "body")
        column.addWidget(self._sentence)
        column.addStretch(1)
        if "provider" in preferences.locked:
            self._sentence.setText(kit.say("preferences.locked"))
        self._show_chosen()

    def _card(self, name: ProviderName) -> Card:
        card = Card(self._kit, pressable=True)
        words = self._kit.say(f"preferences.{name}")
        card.setAccessibleName(words)
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(0)
        column.addWidget(Label(self._kit, words, "heading", wrap=False))
        column.addWidget(Label(self._kit, self._kit.say(f"preferences.{name}_text"), "small"))
        card.pressed.connect(lambda: self._choose(name))
        card.setEnabled("provider" not in self._preferences.locked)
        return card

    def _needs_of_an_ai(self) -> QWidget:
        kit, say = self._kit, self._kit.say
        place = QWidget()
        grid = QGridLayout(place)
        grid.setContentsMargins(0, 4, 0, 0)
        self._key_label = Label(kit, say("preferences.key"), "small", wrap=False)
        self._key = TextField(kit, say("preferences.key_hint"))
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self._keep = Button(kit, say("preferences.key_keep"), icon="key")
        self._keep.clicked.connect(lambda: self._chores.start(self._keep_key()))
        self._key.returnPressed.connect(lambda: self._chores.start(self._keep_key()))
        self._address = TextField(kit, say("preferences.address_hint"))
        self._address.setAccessibleName(say("preferences.address"))
        self._address.editingFinished.connect(self._save_address)
        self._model = ChoiceField(kit, say("preferences.model"))
        self._model.activated.connect(lambda _place: self._save_model())
        self._try = Button(kit, say("preferences.try"), icon="plugs-connected")
        self._try.clicked.connect(lambda: self._chores.start(self._try_out()))
        row = QHBoxLayout()
        row.addWidget(self._key, 1)
        row.addWidget(self._keep)
        grid.addWidget(self._key_label, 0, 0)
        grid.addLayout(row, 0, 1)
        grid.addWidget(Label(kit, say("preferences.address"), "small", wrap=False), 1, 0)
        grid.addWidget(self._address, 1, 1)
        grid.addWidget(Label(kit, say("preferences.model"), "small", wrap=False), 2, 0)
        last = QHBoxLayout()
        last.addWidget(self._model, 1)
        last.addWidget(self._try)
        grid.addLayout(last, 2, 1)
        return place

    def _choose(self, name: ProviderName) -> None:
        if name != self._preferences.current.provider:
            self._sentence.setText("")
            self._chores.start(self._preferences.choose(provider=name, model=None, base_url=None))
            self._show_chosen()

    def _show_chosen(self) -> None:
        now = self._preferences.current
        for name, card in self._cards.items():
            card.set_chosen(chosen=name == now.provider)
        online = now.provider != "workshop"
        self._needs.setVisible(online)
        needs_key = now.provider in VARIABLES
        for widget in (self._key_label, self._key, self._keep):
            widget.setVisible(needs_key)
        self._key.clear()
        self._key.setPlaceholderText(self._kit.say("preferences.key_hint"))
        self._address.setText(now.base_url or "")
        self._show_models((now.model,) if now.model else ())
        if needs_key:
            self._chores.start(self._show_key(now.provider))

    def _show_models(self, names: tuple[str, ...]) -> None:
        chosen = self._preferences.current.model
        self._model.clear()
        self._model.addItem(self._kit.say("preferences.model_usual"), None)
        for name in dict.fromkeys((*((chosen,) if chosen else ()), *names)):
            self._model.addItem(name, name)
        self._model.setCurrentIndex(max(0, self._model.findData(chosen)))

    async def _show_key(self, provider: str) -> None:
        status = await self._preferences.key_status(provider)
        if status.place is not None and provider == self._preferences.current.provider:
            self._key.setPlaceholderText(self._kit.say("preferences.key_saved", ending=status.ending))

    async def _keep_key(self) -> None:
        key, provider = self._key.text().strip(), self._preferences.current.provider
        if not key:
            self._key.setFocus()
            return
        self._key.clear()
        place = await self._preferences.keep_key(provider, key)
        told = "preferences.key_in_box" if place == "box" else "preferences.key_in_memory"
        self._sentence.setText(self._kit.say(told))
        await self._show_key(provider)

    async def _try_out(self) -> None:
        self._try.setEnabled(False)
        self._sentence.setText(self._kit.say("preferences.trying"))
        try:
            address = self._address.text().strip() or None
            offer: Offer = await self._preferences.try_out(self._preferences.current.provider, address)
        finally:
            self._try.setEnabled(True)
        self._sentence.setText(offer.sentence)
        self._show_models(tuple(model.name for model in offer.models))

    def _save_address(self) -> None:
        address = self._address.text().strip()
        if address and not address.startswith(("http://", "https://")):
            address = f"http://{address}"
        if (address or None) != self._preferences.current.base_url:
            self._address.setText(address)
            self._chores.start(self._preferences.choose(base_url=address or None))

    def _save_model(self) -> None:
        self._chores.start(self._preferences.choose(model=self._model.currentData()))
