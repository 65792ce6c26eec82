import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { ShareDoorPage } from '#features/shares/web/ShareDoorPage.tsx'
import { guestStrings } from '#features/shares/web/guest.strings.ts'
import { GuestSkeleton } from '#features/shares/web/GuestSkeleton.tsx'
import { doorQuery } from '#features/shares/web/shares.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { hasStatus } from '#web/api/failed-request.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { LiveClient } from '#web/live/live-client.ts'
import { serverProgress } from '#web/live/progress-store.ts'
import { LiveProvider, useConnectionLost, useLiveStream } from '#web/live/use-live.ts'
import { listening } from '#web/player/listening.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { OfflineBanner } from '#web/ui/page/OfflineBanner.tsx'
import { UiOverlays } from '#web/ui/frame/UiOverlays.tsx'
import { useOnline } from '#web/ui/page/use-online.ts'
import { DiskBanner } from '../frame/DiskBanner.tsx'
import { MainPending } from '../frame/MainPending.tsx'
import { OpenShare, type OpenShareProps } from './OpenShare.tsx'
import { liveRulesOfFeatures } from '../frame/live-rules-of-features.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

/** The page behind a share link. Nothing is stored in this browser, which may be a borrowed one. */
export function ShareScreen() {
  const { token } = useParams({ from: '/s/$token' })
  const [queries] = useState(() => createQueryClient(() => undefined))
  return (
    <QueryClientProvider client={queries}>
      <UiOverlays>
        <Door key={token} token={token} />
      </UiOverlays>
    </QueryClientProvider>
  )
}

function Door({ token }: { readonly token: string }) {
  const { data: share, error, refetch } = useQuery(doorQuery(token))
  usePageHead(guestStrings.title)
  // A token that no link ever had.
  if (!share && hasStatus(error, 404)) return <ShareDoorPage token={token} share={{ state: 'gone' }} />
  if (!share)
    return error ? (
      <main>
        <ErrorView error={error} onRetry={() => void refetch()}>
          {text(guestStrings.doorFailed, { reason: reasonOf(error) })}
        </ErrorView>
      </main>
    ) : (
      <MainPending />
    )
  if (share.state !== 'open') return <ShareDoorPage token={token} share={share} />
  return <Inside key={share.projectId} token={token} share={share} />
}

function Inside(props: Visit) {
  const queries = useQueryClient()
  const {
    token,
    share: { projectId },
  } = props
  // The share query reports the state of the link; all data behind it is deleted.
  const leave = useCallback(() => {
    listening.stop()
    void queries.resetQueries({ queryKey: doorQuery(token).queryKey })
    queries.removeQueries({ queryKey: ['project', projectId] })
  }, [queries, token, projectId])
  const live = useMemo(
    () =>
      new LiveClient({
        url: `${window.location.origin.replace(/^http/, 'ws')}/api/live`,
        queries,
        rules: liveRulesOfFeatures,
        progress: serverProgress,
        onLost: leave,
        onUnauthorized: leave,
      }),
    [queries, leave],
  )
  return (
    <LiveProvider value={live}>
      <Project {...props} onGone={leave} />
    </LiveProvider>
  )
}

type Visit = Omit<OpenShareProps, 'project' | 'banner'>

function Project({ onGone, ...props }: Visit & { readonly onGone: () => void }) {
  const { data: project, error, refetch } = useQuery(projectDetailsQuery(props.share.projectId))
  useLiveStream(project ? `project:${props.share.projectId}` : null)
  const online = useOnline()
  const lost = useConnectionLost()
  const isGone = hasStatus(error, 401, 404)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])
  if (isGone) return <MainPending />
  if (!project)
    return error ? (
      <main>
        <ErrorView error={error} onRetry={() => void refetch()}>
          {text(guestStrings.projectFailed, { reason: reasonOf(error) })}
        </ErrorView>
      </main>
    ) : (
      <GuestSkeleton />
    )
  return (
    <OpenShare
      {...props}
      project={project}
      banner={
        <>
          <OfflineBanner offline={!online || lost}>{online ? mainStrings.serverSilent : undefined}</OfflineBanner>
          <DiskBanner />
        </>
      }
    />
  )
}
