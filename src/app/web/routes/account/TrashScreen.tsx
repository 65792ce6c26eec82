import { useNavigate } from '@tanstack/react-router'
import { TrashPage } from '#features/tracks/web/trash/TrashPage.tsx'
import { trashStrings } from '#features/tracks/web/trash/trash.strings.ts'
import { usePageHead } from '../use-page-head.ts'

export function TrashScreen() {
  usePageHead(trashStrings.trash)
  const navigate = useNavigate()
  return (
    <TrashPage
      onOpen={({ kind, id, projectId, trackId }) =>
        void navigate({
          to: '/',
          search:
            kind === 'file'
              ? { projectId, tab: 'files', file: id }
              : {
                  projectId,
                  ...(kind !== 'project' && trackId !== null && { trackId }),
                  ...(kind === 'version' && { versionId: id }),
                },
        })
      }
    />
  )
}
