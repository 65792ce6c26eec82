import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { projectPagePoint } from '#features/projects/web/project-points.ts'
import { ProjectGridSkeleton } from '#features/projects/web/list/ProjectGridSkeleton.tsx'
import { hasProjectHead } from '#features/projects/web/project-head-tabs.ts'
import { ProjectSkeleton } from '#features/projects/web/ProjectSkeleton.tsx'
import { TrackSkeleton } from '#features/tracks/web/track/TrackSkeleton.tsx'
import { TracksSkeleton } from '#features/tracks/web/list/TracksSkeleton.tsx'
import { hasStatus } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyComponent } from '#web/ui/page/lazy-part.tsx'
import { isMissingCode, missingCodeWords } from '#web/ui/page/missing-code.ts'
import { NoAccessView } from '#web/ui/page/NoAccessView.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { ProjectListScreen } from './ProjectListScreen.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { useOpenPlace } from '../use-open-place.ts'
import { usePageHead } from '../use-page-head.ts'
import { useRetry } from '../use-retry.ts'

export const ProjectScreen = lazyComponent(() => loadWith(import('./ProjectScreen.tsx'), [projectPagePoint]))

/** `/`: the list of projects, or the project in the URL. */
export function HomeScreen() {
  const projectId = useSearch({ from: '/main/', select: (search) => search.projectId })
  return projectId === undefined ? (
    <ProjectListScreen />
  ) : (
    <Suspense fallback={<HomePending />}>
      <ProjectScreen key={projectId} projectId={projectId} />
    </Suspense>
  )
}

/** A placeholder in the shape of the requested page. */
export function HomePending() {
  const { projectId, trackId } = useOpenPlace()
  const tab = useSearch({ strict: false, select: (search) => search.tab ?? 'tracks' })
  if (trackId !== undefined) return <TrackSkeleton />
  if (projectId !== undefined)
    return (
      <ProjectSkeleton isHeadless={!hasProjectHead(tab)}>
        {tab === 'tracks' ? <TracksSkeleton /> : <SkeletonRows face />}
      </ProjectSkeleton>
    )
  return (
    <>
      <TopBar crumbs={[{ label: mainStrings.projects }]} />
      <PageBody>
        <ProjectGridSkeleton />
      </PageBody>
    </>
  )
}

/** The project could not be loaded: shows the error, a retry, and a link back. */
export function HomeError(props: ErrorComponentProps) {
  return hasStatus(props.error, 404) ? <NoAccess {...props} /> : <ProjectFailed {...props} />
}

/** Missing or not accessible: one answer for both, so that nobody can tell which. */
function NoAccess({ error, reset }: ErrorComponentProps) {
  usePageHead(mainStrings.noAccess)
  const { data: me } = useQuery(meQuery)
  const retry = useRetry(error, reset)
  const leave = async () =>
    (await import('../login/switch-account.ts')).switchAccount(window.location.pathname + window.location.search)
  return (
    <>
      <TopBar crumbs={[{ label: mainStrings.projects, href: '/' }]} />
      <PageBody>
        <NoAccessView
          title={mainStrings.noAccess}
          actions={
            <>
              <ButtonLink href="/" tone="primary">
                {uiStrings.back}
              </ButtonLink>
              <Button onClick={() => void leave()}>{mainStrings.switchAccount}</Button>
              <Button onClick={retry}>{uiStrings.retry}</Button>
            </>
          }
        >
          {mainStrings.noAccessWords} {me && text(mainStrings.signedInAs, { email: me.email })}
        </NoAccessView>
      </PageBody>
    </>
  )
}

function ProjectFailed({ error, reset }: ErrorComponentProps) {
  usePageHead(uiStrings.somethingWrong)
  const retry = useRetry(error, reset)
  return (
    <>
      <TopBar crumbs={[{ label: mainStrings.projects, href: '/' }]} />
      <PageBody>
        <ErrorView error={error} onRetry={retry} action={<ButtonLink href="/">{uiStrings.back}</ButtonLink>}>
          {isMissingCode(error)
            ? missingCodeWords(error)
            : text(mainStrings.projectFailed, { reason: reasonOf(error) })}
        </ErrorView>
      </PageBody>
    </>
  )
}
