import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { waitingQuery } from '#features/approvals/web/approvals.client.ts'
import { inboxCountQuery } from '#features/inbox/web/inbox.client.ts'
import { belongingTo, type Belonging } from '#features/projects/web/settings/belonging.ts'
import { projectApi } from '#features/projects/web/project-api.ts'
import {
  searchOfProjectList,
  type ProjectListView,
  type ProjectWaiting,
} from '#features/projects/web/list/project-list-view.ts'
import { ProjectListPage } from '#features/projects/web/list/ProjectListPage.tsx'
import { useCreateProject } from '#features/projects/web/list/use-create-project.ts'
import type { sampleProjectRoutes } from '#features/sample-project/sample-project.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { DropAnywhere } from '#web/ui/form/DropArea.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { usePlace } from '../frame/use-place.ts'
import { usePageHead } from '../use-page-head.ts'

const BelongingChoice = lazyPart(() => import('#features/projects/web/settings/BelongingChoice.tsx'))
const ServerSetup = lazyPart(() => import('#features/administration/web/setup/ServerSetup.tsx'))
const sampleApi = client<typeof sampleProjectRoutes>()

export function ProjectListScreen() {
  usePageHead(mainStrings.projects, mainStrings.projectsDescription)
  const { show = 'active', sort = 'latest', find = '', waiting, new: asked } = useSearch({ from: '/main/' })
  const navigate = useNavigate()
  const create = useCreateProject()
  const { organization, holds } = usePlace()
  const { data: me } = useQuery(meQuery)
  const waitings = useWaitings()
  const { data: count } = useQuery(inboxCountQuery)
  const unread = new Map(count?.projects.map((one) => [one.projectId, one.unread]))
  const [chosen, setChosen] = useState<Belonging | null>(null)
  const usual = belongingTo(organization?.id ?? null)
  const belonging = chosen ?? usual
  const open = (projectId: string) => {
    setChosen(null)
    void navigate({ to: '/', search: { projectId } })
  }
  const change = (view: ProjectListView) => void navigate({ to: '/', search: searchOfProjectList(view), replace: true })
  const makeSample = async () => {
    const made = await sampleApi('POST /api/sample-project')
    // Created in the organization whose list is open.
    if (organization) await projectApi('PATCH /api/projects/:projectId', { params: made, body: usual })
    return made
  }
  const start = async (files: readonly File[]) => {
    try {
      const { startProject } = await import('./start-project.ts')
      await startProject(files, { create: (project) => create.mutateAsync({ ...project, ...usual }), open })
    } catch (error) {
      toast({ tone: 'error', text: text(mainStrings.startFailed, { reason: reasonOf(error) }) })
    }
  }
  const onFiles = (files: readonly File[]) => void start(files)
  return (
    <>
      <ProjectListPage
        address={{ show, sort, find, waiting: waiting === 'me' }}
        waitings={waitings}
        unread={unread}
        onAddress={change}
        startsNew={asked === 'project'}
        onOpen={open}
        makeSample={makeSample}
        onFiles={onFiles}
        holds={holds}
        belonging={belonging}
        setup={me?.isAdmin && <ServerSetup />}
        belongingFields={<BelongingChoice value={belonging} onChange={setChosen} />}
      />
      <DropAnywhere words={mainStrings.dropToStart} onFiles={onFiles} />
    </>
  )
}

/** Number of pending approvals by project. */
function useWaitings(): ReadonlyMap<string, ProjectWaiting> {
  const { data: tracks = [] } = useQuery(waitingQuery)
  const { data: me } = useQuery(meQuery)
  const isMine = ({ reviews }: (typeof tracks)[number]) =>
    reviews.some(({ reviewerId, state }) => reviewerId === me?.id && state === 'pending')
  return new Map(
    [...Map.groupBy(tracks, ({ projectId }) => projectId)].map(([id, waiting]) => [
      id,
      { all: waiting.length, mine: waiting.filter(isMine).length },
    ]),
  )
}
