import { ChevronDown } from 'lucide-react'
import type { TrackVersion } from '#features/tracks/tracks.contract.ts'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { guestStrings } from './guest.strings.ts'

interface VersionChoiceProps {
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  readonly version: TrackVersion
  readonly title: string
  readonly onVersion: (versionId: string) => void
}

/** Shown if the link has more than one version of a track. */
export function VersionChoice({ versions, version, title, onVersion }: VersionChoiceProps) {
  const label = ({ number, label, createdAt, guestName }: TrackVersion) =>
    [`v${number}`, label, guestName !== null && guestStrings.sentByYou, formatPastDay(createdAt)]
      .filter(Boolean)
      .join(' · ')
  return (
    <Menu
      entries={[
        {
          kind: 'choice',
          value: version.id,
          options: versions.map((one) => ({ value: one.id, label: label(one) })),
          onValueChange: onVersion,
        },
      ]}
    >
      <Button
        size="small"
        iconAfter={ChevronDown}
        aria-label={text(guestStrings.version, { title, number: version.number })}
      >{`v${version.number}`}</Button>
    </Menu>
  )
}
