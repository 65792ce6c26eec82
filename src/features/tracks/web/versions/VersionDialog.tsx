import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { changelogText, ownWords } from '../../changelog-text.ts'
import type { Track, TrackVersion, VersionChange } from '../../tracks.contract.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './VersionDialog.module.css'

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
  const save = useMutation({
    mutationFn: () =>
      trackApi('PATCH /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
        params: { projectId, trackId: track.id, versionId: version.id },
        body: { label, ...whatChanged(changelog, changes) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
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
          error={save.error && text(trackStrings.saveFailed, { reason: reasonOf(save.error) })}
        />
      </form>
    </Dialog>
  )
}

/** Drops empty lines; without a changelog text, the lines become the text. */
function whatChanged(changelog: string, lines: readonly VersionChange[]) {
  const changes = lines.map(({ text, taskId }) => ({ text: text.trim(), taskId })).filter(({ text }) => text !== '')
  return { changelog: changelog.trim() === '' ? changelogText(changes).slice(0, 5000) : changelog, changes }
}
