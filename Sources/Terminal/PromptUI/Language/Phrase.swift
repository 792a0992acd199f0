/// A text of ours that a person reads while a prompt asks, by its meaning.
///
///     Language.german[.closesIn, "5"]     // "Schließt in 5 s"
///
/// English.swift and one file for each other language have the texts; each is a `switch` over all
/// phrases, so the compiler finds a missing one. A language without a text for a phrase has `nil`
/// there, which shows the English one. In a text `{0}`, `{1}` and `{2}` are the places of values; no
/// text depends on the number of anything. A text `key meaning`, such as `Esc cancel`, has no blank
/// before the meaning, since narrow windows show the key alone.
package enum Phrase: CaseIterable, Hashable, Sendable {
  // Labels of buttons, in which `_` marks the letter that chooses one.
  case ok, yes, no, cancel
  // Labels of drawn keys.
  case powerOff, done, space, shift, delete, `return`, nextLayout, halfWidth, fullWidth
  // Labels of fields, and words in and below them.
  case passphrase, pin, password, answer, repetition, user, quality, tooWeak, matches
  // Keys and their meanings.
  case enterSubmit, enterPress, enterChoose, enterContinue, enterTake, enterPowerOff
  case escCancel, escClose
  case tabNext, tabField, tabKeys, tabKeyboard, tabPowerOff
  case arrowsChoose, lettersSelect, ctrlNMore
  case ctrlTReveal, ctrlKKeys, ctrlKKeyboard, ctrlGGenerate, ctrlBackslashPassOn, pageUp, pageDown
  // Buttons of a gamepad, in the same form.
  case startSubmit, selectCancel, southPress, eastDelete, westShift, northPanel
  // The program that asks, and the place of the question.
  case askedBy, askedByUser, askedByUnverified, unknownProgram, inFolder
  // What protects less than it should.
  case memoryNotLocked, memoryReadable, coreDumps, rawTerminal, fontRefused
  case sandboxOff, sandboxMissing, sandboxLacksCalls, sandboxLacksFiles
  // The state of the prompt.
  case oneMoment, capsLock, closesIn, switchesOffIn, practice, visibleText, groupingBlanks
  case generatedWords, generatedCharacters, decimalPoint, length, lengthHidden
  // Errors of the attempt before.
  case entriesDiffer, notAllowed, notGenerated, questionChanged, terminalChanged
  // Input that is not taken, or needs another Enter.
  case nothingTyped, sendsEmpty, missingCharacter, fieldFull, longest, deadKey
  case noCharacter, onlyDigits, onlyLetters, onlyDigitsAnd, onlySome, onlyIDCard
  case useDrawnKeys, usePhysicalKeys, wrongEncoding, unknownAltCharacter, unknownCharacter
  case unfinishedMessage
  // Pasted text that is not taken.
  case pasteTooLong, pasteLineBreak, pasteControl, pasteRefused, pasteIDCard, pasteNotEmpty
  case pasteOff, pasteUnfinished, pasteInterrupted
  // Keys that do nothing here.
  case ctrlZNotHere, ctrlGNotHere, ctrlKPlain, ctrlKInline, ctrlKNeeded, ctrlRNoKeyboard
  case ctrlRNotHere, ctrlTVisible, ctrlTNotHere, ctrlTPlain, ctrlNoField
  case ctrlNPlain, ctrlNNoFocus, ctrlNNoMore, inConfiguration
  // The drawn keyboard.
  case noRoom, turnedUnseen, needsLargerWindow, turnedAlike, cannotDraw
  // Decisions.
  case nothingToType, pressEnter, typeLetter, pressLetter, dangerous
  // Line mode.
  case error, warning, secondsLeft, cancelled, timedOut, switchingOff, endedBySignal, escCancels
  // What `attend` and `lend` write beside a command and between questions.
  case answerDiscarded, answerDirectly, waiting
  case endedAnswered, endedDeclined, endedCancelled, endedLate, endedWithdrawn, endedStopped
  case endedUnanswered
}
