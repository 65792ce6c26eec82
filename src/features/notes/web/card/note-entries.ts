import { Check, CheckCheck, Layers, Link, Pencil, Reply, SquarePlus, Trash2, Undo2 } from 'lucide-react'
import { sayCopied } from '#features/tracks/web/say-copied.ts'
import { text } from '#web/i18n/text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { PlacedNote } from '../../note-order.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { canDeleteNote, canEditNote } from '../../notes.policy.ts'
import { noteStrings } from '../notes.strings.ts'
import type { NotesModel } from '../use-notes-model.ts'

/** Menu entries for one's own note or reply. */
export function saidEntries(
  { project, myId, actions }: NotesModel,
  said: NoteReply,
  { isReply, onEdit }: { readonly isReply: boolean; readonly onEdit: () => void },
): readonly Exclude<MenuEntry, false | null | undefined>[] {
  const me = { userId: myId, role: project.role }
  return [
    ...(canEditNote(me, said.authorId)
      ? [{ kind: 'action', label: noteStrings.edit, icon: Pencil, movesFocus: true, onSelect: onEdit } as const]
      : []),
    ...(canDeleteNote(me, said.authorId)
      ? [
          {
            kind: 'action',
            label: noteStrings.remove,
            icon: Trash2,
            tone: 'danger',
            onSelect: () => actions.remove(said, isReply),
          } as const,
        ]
      : []),
  ]
}

interface NoteVerbs {
  readonly onEdit: () => void
  readonly onReply: () => void
}

/** Menu entries of a note, for its ⋯ button and its context menu. */
export function noteEntries(model: NotesModel, note: PlacedNote, { onEdit, onReply }: NoteVerbs): readonly MenuEntry[] {
  const { actions, mayWrite, onMakeTask, onCompareBefore, taskOf, hrefOf } = model
  const may = (state: 'fixed' | 'verified' | 'open') => note.nextStates.includes(state)
  return [
    may('fixed') && {
      kind: 'action',
      label: noteStrings.fix,
      icon: Check,
      keys: 'X',
      onSelect: () => actions.fix(note),
    },
    may('verified') && {
      kind: 'action',
      label: noteStrings.verify,
      icon: CheckCheck,
      keys: 'Shift X',
      onSelect: () => actions.verify(note),
    },
    may('open') && { kind: 'action', label: noteStrings.reopen, icon: Undo2, onSelect: () => actions.reopen(note) },
    mayWrite && { kind: 'action', label: noteStrings.reply, icon: Reply, movesFocus: true, onSelect: onReply },
    onMakeTask &&
      taskOf(note.id) === undefined && {
        kind: 'action',
        label: noteStrings.makeTask,
        icon: SquarePlus,
        keys: 'T',
        onSelect: () => onMakeTask(note),
      },
    onCompareBefore && {
      kind: 'action',
      label: text(noteStrings.compareBefore, { number: onCompareBefore.number }),
      icon: Layers,
      onSelect: () => {
        model.choose(note)
        onCompareBefore.open()
      },
    },
    {
      kind: 'action',
      label: noteStrings.copyLink,
      icon: Link,
      onSelect: () => void sayCopied(window.location.origin + hrefOf(note), noteStrings.linkCopied),
    },
    ...saidEntries(model, note, { isReply: false, onEdit }),
  ]
}

/** The same for a pin, whose card may be out of view: `onShow` scrolls to it. */
export function pinEntries(model: NotesModel, note: PlacedNote, onShow: () => void): readonly MenuEntry[] {
  const begin = (write: () => void) => () => {
    onShow()
    model.choose(note)
    write()
  }
  return noteEntries(model, note, {
    onEdit: begin(() => model.writings.begin('edit', note.id, note.body)),
    onReply: begin(() => model.writings.begin('reply', note.id)),
  })
}
