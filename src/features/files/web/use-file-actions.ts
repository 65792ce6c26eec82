import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { ProjectFile } from '../files.contract.ts'
import type { FileAudience } from '../files.policy.ts'
import { fileApi, projectFilesQuery } from './files.client.ts'
import { fileStrings } from './files.strings.ts'

interface QuickFileChange {
  readonly audience?: FileAudience
  readonly trackId?: string | null
}

export interface FileActions {
  readonly change: (file: ProjectFile, change: QuickFileChange) => void
  readonly remove: (file: ProjectFile) => void
}

/** Optimistic, because each has its undo; reverted if the server refuses. */
export function useFileActions(projectId: string): FileActions {
  const queries = useQueryClient()
  const { queryKey } = projectFilesQuery(projectId)
  const readAgain = () => queries.invalidateQueries({ queryKey })
  const foresee = async (change: (files: readonly ProjectFile[]) => readonly ProjectFile[]) => {
    await queries.cancelQueries({ queryKey })
    const before = queries.getQueryData(queryKey)
    if (before) queries.setQueryData(queryKey, change(before))
    return { before }
  }
  const revert = (context: { readonly before: readonly ProjectFile[] | undefined } | undefined) =>
    context?.before && queries.setQueryData(queryKey, context.before)
  const params = ({ id: fileId }: ProjectFile) => ({ projectId, fileId })

  const change = useMutation({
    mutationFn: ({ file, body }: { file: ProjectFile; body: QuickFileChange }) =>
      fileApi('PATCH /api/projects/:projectId/files/:fileId', { params: params(file), body }),
    onMutate: ({ file, body }) =>
      foresee((files) => files.map((one) => (one.id === file.id ? { ...one, ...body } : one))),
    onError: (error, _, context) => {
      revert(context)
      toast({ tone: 'error', text: text(fileStrings.saveFailed, { reason: reasonOf(error) }) })
    },
    onSettled: readAgain,
  })
  const restore = useMutation({
    mutationFn: (file: ProjectFile) =>
      fileApi('POST /api/projects/:projectId/files/:fileId/restore', { params: params(file) }),
    onError: (error, { name }) =>
      void toast({ tone: 'error', text: text(fileStrings.restoreFailed, { name, reason: reasonOf(error) }) }),
    onSettled: readAgain,
  })
  const remove = useMutation({
    mutationFn: (file: ProjectFile) =>
      fileApi('DELETE /api/projects/:projectId/files/:fileId', { params: params(file) }),
    onMutate: (file) => foresee((files) => files.filter(({ id }) => id !== file.id)),
    onSuccess: (_, file) =>
      void toast({ text: text(fileStrings.deleted, { name: file.name }), undo: () => restore.mutate(file) }),
    onError: (error, { name }, context) => {
      revert(context)
      toast({ tone: 'error', text: text(fileStrings.deleteFailed, { name, reason: reasonOf(error) }) })
    },
    onSettled: readAgain,
  })
  return { change: (file, body) => change.mutate({ file, body }), remove: remove.mutate }
}
