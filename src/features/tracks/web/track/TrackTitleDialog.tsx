import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { Track } from '../../tracks.contract.ts'
import { projectDetailsQuery, trackApi } from '../tracks.client.ts'
import { trackStrings } from '../tracks.strings.ts'

interface TrackTitleDialogProps {
  readonly projectId: string
  /** The track to rename; if undefined, creates one. */
  readonly track: Track | undefined
  readonly onClose: () => void
}

export default function TrackTitleDialog({ projectId, track, onClose }: TrackTitleDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [title, setTitle] = useState(track?.title ?? '')
  const save = useMutation({
    mutationFn: (name: string) =>
      track
        ? trackApi('PATCH /api/projects/:projectId/tracks/:trackId', {
            params: { projectId, trackId: track.id },
            body: { title: name },
          })
        : trackApi('POST /api/projects/:projectId/tracks', { params: { projectId }, body: { title: name } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: projectDetailsQuery(projectId).queryKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && !save.isPending) save.mutate(title.trim())
  }
  const failed = track ? trackStrings.saveFailed : trackStrings.addFailed
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={track ? text(trackStrings.renameTitle, { title: track.title }) : trackStrings.newTrack}
      footer={
        <Button tone="primary" type="submit" form={form} busy={save.isPending} disabled={title.trim() === ''}>
          {track ? trackStrings.save : trackStrings.add}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={trackStrings.trackTitle}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
          error={save.error && text(failed, { reason: reasonOf(save.error) })}
        />
      </form>
    </Dialog>
  )
}
