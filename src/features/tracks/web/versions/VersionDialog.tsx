import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { currentTexts, type TextConflict } from '#web/ui/form/use-guarded-texts.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { changelogText, ownWords } from '../../changelog-text.ts'
import type { Track, TrackVersion, VersionChange } from '../../tracks.contract.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './VersionDialog.module.css'

const TextConflicts = lazyPart(() => import('#web/ui/form/TextConflicts.tsx'))

interface ChangeLinesProps {
  readonly changes: readonly VersionChange[]
  readonly onChange: (changes: VersionChange[]) => void
}

/** Edits the lines of a version's changelog. */
function ChangeLines({ changes, onChange }: ChangeLinesProps) {
  return (
    <div role="group" className={styles.lines} aria-label={trackStrings.changeLines}>
      {changes.map((change, at) => (
        <div key={at} className={styles.line}>
          <TextField
            label={text(trackStrings.changeLine, { number: at + 1 })}
            labelHidden
            value={change.text}
            maxLength={200}
            onChange={({ target }) =>
              onChange(changes.map((one, index) => (index === at ? { ...one, text: target.value } : one)))
            }
          />
          <IconButton
            icon={X}
            size="small"
            label={text(trackStrings.removeLine, { number: at + 1 })}
            onClick={() => onChange(changes.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        tone="quiet"
        icon={Plus}
        className={styles.add}
        onClick={() => onChange([...changes, { text: '', taskId: null, taskNumber: null }])}
      >
        {trackStrings.addLine}
      </Button>
    </div>
  )
}

interface SeenWords {
  readonly label: string
  readonly changelog: string
}

interface VersionWords extends SeenWords {
  readonly changes?: { text: string; taskId: string | null }[]
  readonly basedOn: SeenWords
}

interface VersionDialogProps {
  readonly projectId: string
  readonly track: Track
  readonly version: TrackVersion
  readonly onClose: () => void
}

/** Edits a version's label and changelog. */
export default function VersionDialog({ projectId, track, version, onClose }: VersionDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [label, setLabel] = useState(version.label)
  const [changelog, setChangelog] = useState(ownWords(version.changelog, version.changes))
  const [changes, setChanges] = useState(version.changes)
  /** The saved words that were seen: when this opened, or as somebody else has written them since. */
  const [seen, setSeen] = useState<SeenWords>({ label: version.label, changelog: version.changelog })
  const save = useMutation({
    mutationFn: (body: VersionWords) =>
      trackApi('PATCH /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
        params: { projectId, trackId: track.id, versionId: version.id },
        body,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ label, ...whatChanged(changelog, changes), basedOn: seen })
  }
  const mine = { label, changelog: whatChanged(changelog, changes).changelog }
  const theirs = currentTexts(save.error)
  const conflicts = (['label', 'changelog'] as const).flatMap((field) => {
    const now = theirs[field]
    return now === undefined || now === seen[field] || now === mine[field]
      ? []
      : [{ field, theirs: now, mine: mine[field] }]
  })
  const choose = ({ field, theirs: now }: TextConflict, words: string | null) => {
    const basedOn = { ...seen, [field]: now }
    setSeen(basedOn)
    if (field === 'label') setLabel(words ?? now)
    else setChangelog(words ?? now)
    const chosen = { ...mine, [field]: words ?? now }
    // The lines belong to the text that was written with them.
    const isTheirs = field === 'changelog' && words === null
    if (conflicts.length === 1) save.mutate({ ...chosen, ...(!isTheirs && { changes: linesOf(changes) }), basedOn })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(trackStrings.editTitle, { number: version.number, title: track.title })}
      footer={
        <Button tone="primary" type="submit" form={form} busy={save.isPending}>
          {trackStrings.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className={styles.form}>
        <TextArea
          label={trackStrings.changelogField}
          value={changelog}
          rows={3}
          maxLength={5000}
          data-autofocus
          onChange={(event) => setChangelog(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
        <ChangeLines changes={changes} onChange={setChanges} />
        <TextField
          label={trackStrings.labelField}
          help={trackStrings.labelHelp}
          value={label}
          maxLength={100}
          onChange={(event) => setLabel(event.target.value)}
          error={
            save.error && conflicts.length === 0
              ? text(trackStrings.saveFailed, { reason: reasonOf(save.error) })
              : undefined
          }
        />
        {conflicts.length > 0 && (
          <TextConflicts
            conflicts={conflicts}
            names={{ label: trackStrings.labelField, changelog: trackStrings.changelogField }}
            isBusy={save.isPending}
            onChoose={choose}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Drops empty lines; without a changelog text, the lines become the text. */
function whatChanged(changelog: string, lines: readonly VersionChange[]) {
  const changes = linesOf(lines)
  return { changelog: changelog.trim() === '' ? changelogText(changes).slice(0, 5000) : changelog, changes }
}

function linesOf(lines: readonly VersionChange[]) {
  return lines.map(({ text, taskId }) => ({ text: text.trim(), taskId })).filter(({ text }) => text !== '')
}
