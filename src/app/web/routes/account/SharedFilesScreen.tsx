import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCreateProject } from '#features/projects/web/list/use-create-project.ts'
import { belongingTo } from '#features/projects/web/settings/belonging.ts'
import { removeSharedFiles, type SharedFile } from '#features/transfers/web/shared/shared-files.ts'
import { sharedFilesStrings } from '#features/transfers/web/shared/shared-files.strings.ts'
import { SharedFilesPage } from '#features/transfers/web/shared/SharedFilesPage.tsx'
import { requestUpload } from '#features/transfers/web/upload/upload-request-store.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { usePlace } from '../frame/use-place.ts'
import { usePageHead } from '../use-page-head.ts'

export function SharedFilesScreen() {
  usePageHead(sharedFilesStrings.title)
  const navigate = useNavigate()
  const failed = useSearch({ from: '/main/shared-files', select: (search) => search.failed })
  const create = useCreateProject()
  const { organization } = usePlace()
  const open = (projectId: string) => void navigate({ to: '/', search: { projectId } })
  const onProject = (projectId: string, shared: readonly SharedFile[]) => {
    requestUpload({
      projectId,
      files: shared.map(({ file }) => file),
      // Until then they stay: the sheet may be closed, and the connection may break.
      onStarted: (started) => void removeSharedFiles(shared.filter(({ file }) => started.includes(file))),
      onLeft: (left) =>
        toast({
          text: text(sharedFilesStrings.waiting, { count: left.length }),
          action: { label: sharedFilesStrings.open, onSelect: () => void navigate({ to: '/shared-files' }) },
        }),
    })
    open(projectId)
  }
  const onNew = async (shared: readonly SharedFile[]) => {
    const files = shared.map(({ file }) => file)
    const usual = belongingTo(organization?.id ?? null)
    try {
      const { startProject } = await import('../project/start-project.ts')
      const isStarted = await startProject(files, {
        create: (project) => create.mutateAsync({ ...project, ...usual }),
        open,
      })
      if (isStarted) await removeSharedFiles(shared)
    } catch (error) {
      toast({ tone: 'error', text: text(mainStrings.startFailed, { reason: reasonOf(error) }) })
    }
  }
  return <SharedFilesPage failed={failed} onProject={onProject} onNew={onNew} />
}
