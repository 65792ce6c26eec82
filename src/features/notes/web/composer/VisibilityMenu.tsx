import { LockKeyhole, Users } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { noteVisibilities, type NoteVisibility } from '../../note-visibility.ts'
import { noteStrings } from '../notes.strings.ts'

interface VisibilityMenuProps {
  readonly value: NoteVisibility
  readonly onChange: (value: NoteVisibility) => void
}

/** Everyone, including guests on a share link, or only the team. */
export function VisibilityMenu({ value, onChange }: VisibilityMenuProps) {
  const options = noteVisibilities.map((one) => ({ value: one, label: noteStrings.visibilityChoices[one] }))
  const choose = (next: string) => {
    const chosen = noteVisibilities.find((one) => one === next)
    if (chosen) onChange(chosen)
  }
  return (
    <Menu
      side="top"
      entries={[
        { kind: 'heading', label: noteStrings.visibility },
        { kind: 'choice', value, options, onValueChange: choose },
      ]}
    >
      <Button
        size="small"
        tone="quiet"
        icon={value === 'members' ? LockKeyhole : Users}
        aria-label={`${noteStrings.visibility}: ${noteStrings.visibilities[value]}`}
      >
        {noteStrings.visibilities[value]}
      </Button>
    </Menu>
  )
}
