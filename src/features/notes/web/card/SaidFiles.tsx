import { type ComponentProps, lazy } from 'react'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import type NoteFiles from './NoteFiles.tsx'

const Files = lazy(() => import('./NoteFiles.tsx'))

/** The files of a note or reply. Most have none, so that the code comes with the first that has. */
export function SaidFiles({ said, projectId }: ComponentProps<typeof NoteFiles>) {
  const { length } = said.attachments
  if (length === 0) return null
  return (
    <LazyBoundary missing="shown" shape={<Skeleton height={length * 32} />}>
      <Files said={said} projectId={projectId} />
    </LazyBoundary>
  )
}
