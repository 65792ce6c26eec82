import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { meQuery, readSessionAgain, sessionQuery } from '#features/account/web/account.client.ts'
import { isLeaving } from '#features/projects/web/leaving-projects.ts'
import { ProjectMenus } from '#features/projects/web/project-menu.tsx'
import { closeShare, useShareRequested } from '#features/shares/web/share-request-store.ts'
import { closeTrackCover, useTrackCoverRequested } from '#features/tracks/web/track/track-cover-store.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import type { StreamName } from '#shared/events.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { text } from '#web/i18n/text.ts'
import { LiveClient } from '#web/live/live-client.ts'
import { projectOf } from '#web/live/live-rules.ts'
import { serverProgress } from '#web/live/progress-store.ts'
import { LiveProvider, useConnectionLost, useLiveStream, useLiveStreams } from '#web/live/use-live.ts'
import { palettePoint } from '#web/palette/palette-point.ts'
import { AppFrame } from '#web/ui/frame/AppFrame.tsx'
import { OfflineBanner } from '#web/ui/page/OfflineBanner.tsx'
import { UiOverlays } from '#web/ui/frame/UiOverlays.tsx'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import { DiskBanner } from './DiskBanner.tsx'
import { liveRulesOfFeatures } from './live-rules-of-features.ts'
import { holdDrops } from '#web/ui/form/held-drop.ts'
import { openAnnouncer } from '#web/ui/overlay/announce.ts'
import { awaitKeyMap } from '#web/ui/keys/page-keys.ts'
import { useKeyListener } from '#web/ui/keys/use-page-keys.ts'
import { mainStrings } from './main.strings.ts'
import { closePalette, openPalette, usePaletteKey, usePaletteOpen } from './palette-store.ts'
import { useRecentPlace } from './recent-places.ts'
import { screenSlots } from './screen-slots.tsx'
import { useOpenPlace } from '../use-open-place.ts'
import { showWrongAccount, useWrongAccount } from '../login/wrong-account-store.ts'
import { useRailContent } from './use-rail-content.ts'

const RequestedShare = lazyPart(() => import('../project/RequestedShare.tsx'), closeShare)

/** Loads nothing before the first use. */
function ShareSlot() {
  const requested = useShareRequested()
  return requested && <RequestedShare key={JSON.stringify(requested)} />
}

const RequestedTrackCover = lazyPart(() => import('../project/RequestedTrackCover.tsx'), closeTrackCover)

function TrackCoverSlot() {
  const requested = useTrackCoverRequested()
  return requested && <RequestedTrackCover key={requested.trackId} />
}

const WrongAccountDialog = lazyPart(
  () => import('../login/WrongAccountDialog.tsx'),
  () => showWrongAccount(null),
)

function WrongAccountSlot() {
  const wrong = useWrongAccount()
  return wrong && <WrongAccountDialog key={wrong.invId} />
}

const Palette = lazyPart(() => loadWith(import('./PaletteSlot.tsx'), [palettePoint]), closePalette)
const CreateOrganizationDialog = lazyDialog(() => import('#features/organizations/web/CreateOrganizationDialog.tsx'))

/** Everything around signed-in pages. */
export function MainLayout() {
  const { queries } = useRouteContext({ from: '/main' })
  return (
    <QueryClientProvider client={queries}>
      <LiveLayout />
    </QueryClientProvider>
  )
}

function LiveLayout() {
  const live = useLiveClient()
  useLeaveWithoutSession()
  useTellLink()
  return (
    <LiveProvider value={live}>
      <UiOverlays>
        <Frame />
      </UiOverlays>
    </LiveProvider>
  )
}

function Frame() {
  const { projectId, trackId } = useOpenPlace()
  const { data: me } = useQuery(meQuery)
  useLiveStream(me ? `user:${me.id}` : null)
  // Follow only what could be fetched; otherwise the page itself reports the error.
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId ?? ''), enabled: false })
  const opened = project !== undefined
  const hasVersion = project?.trackVersions.some((version) => version.trackId === trackId) ?? true
  useLiveStream(projectId !== undefined && opened ? `project:${projectId}` : null)
  useRecentPlace(projectId, trackId)
  usePaletteKey()
  useEarlyInput()
  useEffect(openAnnouncer, [])
  const searching = usePaletteOpen()
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const rail = useRailContent(() => setCreating(true))
  // Events in any project of the rail update its card at once.
  useLiveStreams(rail.projects.map(({ id }): StreamName => `project:${id}`))
  const { PlayerBar, Transfers, Presence, Outbox } = screenSlots
  return (
    <AppFrame
      rail={rail}
      railPlace={trackId === undefined ? 'page' : 'wave'}
      onSearch={openPalette}
      banner={
        <>
          <ConnectionBanner />
          <DiskBanner />
          {Outbox && <Outbox />}
        </>
      }
      playerBar={PlayerBar && <PlayerBar />}
      willPlay={trackId !== undefined && hasVersion}
      transfers={Transfers && <Transfers />}
    >
      <ProjectMenus>
        <Outlet />
      </ProjectMenus>
      <ShareSlot />
      <TrackCoverSlot />
      <WrongAccountSlot />
      {Presence && <Presence projectId={opened ? projectId : undefined} trackId={opened ? trackId : undefined} />}
      {searching && <Palette rail={rail} />}
      {creating && (
        <CreateOrganizationDialog
          onClose={() => setCreating(false)}
          onCreated={(organizationId) =>
            void navigate({ to: '/organization/$organizationId/$part', params: { organizationId, part: 'members' } })
          }
        />
      )}
    </AppFrame>
  )
}

/** From the first sight of a page on: keys wait for the user's settings, dropped files for what takes them. */
function useEarlyInput(): void {
  useLayoutEffect(awaitKeyMap, [])
  useLayoutEffect(holdDrops, [])
  useKeyListener()
}

/** Offline according to the browser, or the server has stopped responding. */
function ConnectionBanner() {
  const online = useOnline()
  const lost = useConnectionLost()
  return <OfflineBanner offline={!online || lost}>{online ? mainStrings.serverSilent : undefined}</OfflineBanner>
}

function useLiveClient(): LiveClient {
  const queries = useQueryClient()
  const router = useRouter()
  const leaveProject = (stream: StreamName) => {
    const projectId = projectOf(stream)
    if (projectId === undefined) return
    if (router.latestLocation.search.projectId === projectId) {
      if (!isLeaving(projectId)) toast({ tone: 'plain', text: mainStrings.lostProject })
      void router.navigate({ to: '/', search: {}, replace: true })
    }
    queries.removeQueries({ queryKey: ['project', projectId] })
    void queries.invalidateQueries({ queryKey: ['projects'] })
  }
  const [live] = useState(
    () =>
      new LiveClient({
        url: `${window.location.origin.replace(/^http/, 'ws')}/api/live`,
        queries,
        rules: liveRulesOfFeatures,
        progress: serverProgress,
        onLost: leaveProject,
        onUnauthorized: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      }),
  )
  return live
}

/** A refused request reveals that the session ended elsewhere; then the gate decides again. */
function useLeaveWithoutSession(): void {
  const router = useRouter()
  const { data: session } = useQuery(sessionQuery)
  const ended = session === null
  useEffect(() => {
    if (ended) void router.invalidate({ filter: (match) => match.routeId === '/main' })
  }, [ended, router])
}

/** A mailed link or a provider redirects here with its result in the URL: shows it once and removes it. */
function useTellLink(): void {
  const { error, mail } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    if (error === undefined && mail === undefined) return
    void (error === undefined ? tellConfirmed(queries) : tellError(error))
    void navigate({ to: '.', search: (search) => ({ ...search, error: undefined, mail: undefined }), replace: true })
  }, [error, mail, navigate, queries])
}

async function tellError(code: string): Promise<void> {
  const { linkErrorWords } = await import('#features/account/web/sign-in/link-words.ts')
  toast({ tone: 'error', text: linkErrorWords(code) })
}

/**
 * The first link of an address change leads to a new address that is not verified yet; the account shows which link it
 * was.
 */
async function tellConfirmed(queries: QueryClient): Promise<void> {
  await readSessionAgain(queries)
  const { email, emailVerified } = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
  toast({ text: text(emailVerified ? mainStrings.emailConfirmed : mainStrings.emailToConfirm, { email }) })
}
