import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type SyntheticEvent, useId, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { currentTexts, type TextConflict } from '#web/ui/form/use-guarded-texts.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { LONGEST_FILE_NAME, LONGEST_FILE_NOTE, splitEnding } from '../file-kinds.ts'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import { fileApi, fileVersionsKey, projectFilesQuery } from './files.client.ts'
import { fileStrings } from './files.strings.ts'

const TextConflicts = lazyPart(() => import('#web/ui/form/TextConflicts.tsx'))

interface FileWordsDialogProps {
  readonly projectId: string
  readonly file: ProjectFile
  /** The version whose note is written; without it, the file is renamed. */
  readonly version?: FileVersion
  readonly onClose: () => void
}

export default function FileWordsDialog({ projectId, file, version, onClose }: FileWordsDialogProps) {
  const form = useId()
  const queries = useQueryClient()
  const [words, setWords] = useState(version ? version.note : file.name)
  /** The note that was seen: when this opened, or as somebody else has written it since. */
  const [seen, setSeen] = useState(version?.note ?? '')
  const save = useMutation({
    mutationFn: async ({ typed, basedOn }: { readonly typed: string; readonly basedOn: string }) => {
      const params = { projectId, fileId: file.id }
      if (version)
        await fileApi('PATCH /api/projects/:projectId/files/:fileId/versions/:fileVersionId', {
          params: { ...params, fileVersionId: version.id },
          body: { note: typed, basedOn: { note: basedOn } },
        })
      else await fileApi('PATCH /api/projects/:projectId/files/:fileId', { params, body: { name: typed } })
    },
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: projectFilesQuery(projectId).queryKey }),
        queries.invalidateQueries({ queryKey: fileVersionsKey(projectId) }),
      ])
      onClose()
    },
  })
  const isEmpty = !version && words.trim() === ''
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isEmpty && !save.isPending) save.mutate({ typed: words.trim(), basedOn: seen })
  }
  const theirs = currentTexts(save.error)['note']
  const choose = ({ theirs: basedOn }: TextConflict, typed: string | null) => {
    if (typed === null) return onClose()
    setSeen(basedOn)
    setWords(typed)
    save.mutate({ typed, basedOn })
  }
  const error =
    save.error && theirs === undefined ? text(fileStrings.saveFailed, { reason: reasonOf(save.error) }) : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        version
          ? text(fileStrings.noteTitle, { number: version.number, name: file.name })
          : text(fileStrings.renameTitle, { name: file.name })
      }
      footer={
        <Button tone="primary" type="submit" form={form} busy={save.isPending} disabled={isEmpty}>
          {fileStrings.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        {version ? (
          <>
            <TextArea
              label={fileStrings.noteLabel}
              value={words}
              maxLength={LONGEST_FILE_NOTE}
              rows={3}
              error={error}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
              }}
            />
            {theirs !== undefined && (
              <TextConflicts
                conflicts={[{ field: 'note', theirs, mine: words }]}
                isBusy={save.isPending}
                onChoose={choose}
              />
            )}
          </>
        ) : (
          <TextField
            label={fileStrings.name}
            value={words}
            maxLength={LONGEST_FILE_NAME}
            error={error}
            onChange={(event) => setWords(event.target.value)}
            onFocus={selectStem}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The name without its ending, which rarely changes. */
function selectStem({ currentTarget: field }: SyntheticEvent<HTMLInputElement>): void {
  field.setSelectionRange(0, splitEnding(field.value)[0].length)
}
