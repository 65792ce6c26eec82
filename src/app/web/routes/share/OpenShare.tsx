import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { GuestDecision } from '#features/approvals/web/GuestDecision.tsx'
import type { OpenDoor } from '#features/shares/shares.contract.ts'
import { ClaimBanner } from '#features/shares/web/ClaimBanner.tsx'
import { SharePage } from '#features/shares/web/SharePage.tsx'
import { VersionChoice } from '#features/shares/web/VersionChoice.tsx'
import { guestStrings } from '#features/shares/web/guest.strings.ts'
import { watchPlays } from '#features/shares/web/share-plays.ts'
import { doorQuery, shareApi } from '#features/shares/web/shares.client.ts'
import { sharedHeard, useSharedQueue, useSharedSound } from '#features/shares/web/use-shared-sound.ts'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { type ListedTrack, listTracks } from '#features/tracks/web/list/track-list.ts'
import { OutboxBanner } from '#web/outbox/OutboxBanner.tsx'
import { useListening } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { useKeyListener, usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import { SharedWays } from './SharedWays.tsx'
import { projectHref } from '../addresses.ts'
import { searchTextOf } from '../search-values.ts'
import { useGuestTransfers } from './use-guest-transfers.ts'
import { useOutbox } from '../frame/use-outbox.ts'
import { usePageHead } from '../use-page-head.ts'
import { useSharedNotes } from './use-shared-notes.tsx'

const PlayerBar = lazyPart(async () => ({
  default: (await import('#features/tracks/web/player/PlayerBar.tsx')).PlayerBar,
}))
const loadKeys = () => import('#web/ui/keys/KeysDialog.tsx')
const KeysDialog = lazyDialog(loadKeys)

/** The player bar and the keys, with default settings. */
function GuestPlayer() {
  const { heard } = useListening()
  const [helping, setHelping] = useState(false)
  useEffect(() => fetchWhenIdle(loadKeys), [])
  useKeyListener()
  usePageKeys([
    { keys: ['?'], label: playerStrings.keys.help, group: playerStrings.groups.help, run: () => setHelping(true) },
  ])
  return (
    <>
      {heard && <PlayerBar />}
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </>
  )
}

const GuestTransfersPanel = lazyPart(() => import('./GuestTransfersPanel.tsx'))
const GuestNameDialog = lazyDialog(() => import('#features/shares/web/GuestNameDialog.tsx'))

export interface OpenShareProps {
  readonly token: string
  readonly share: OpenDoor
  readonly project: ProjectDetails
  readonly banner: ReactNode
}

/** A share with its player and notes. */
export function OpenShare({ token, share, project, banner }: OpenShareProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const search = useSearch({ from: '/s/$token' })
  const here = `/s/${token}`
  const hrefOf = useCallback((id: string) => here + searchTextOf({ trackId: id }), [here])
  const tracks = useMemo(() => listTracks(project), [project])
  const queue = useSharedQueue(project, tracks, hrefOf)
  const { listed, version, newer, hold } = useChosenVersion(tracks, search)
  const heard = useMemo(
    () => listed && sharedHeard(project, listed, version, hrefOf),
    [project, listed, version, hrefOf],
  )
  useSharedSound(heard, queue)
  useTellPlays(project.id)
  usePageHead(tracks.length === 1 ? listed?.track.title : project.name)
  const show = (next: { readonly trackId?: string; readonly versionId?: string; readonly note?: string }) =>
    void navigate({ to: '/s/$token', params: { token }, search: next, replace: true })
  const transfers = useGuestTransfers(share.guest.id)
  const { name, askName, dialog } = useGuestName(share, project.id, () => hold(undefined))
  // If the session ends, the share query decides what to show.
  const outbox = useOutbox(
    share.guest.id,
    () => void queries.invalidateQueries({ queryKey: doorQuery(token).queryKey }),
  )
  const notes = useSharedNotes({
    project,
    share,
    listed,
    version,
    heard,
    noteId: search.note,
    name,
    here,
    askName,
    onShow: show,
  })
  const sound = listed && { listed, version, heard }
  return (
    <>
      {banner}
      {outbox && <OutboxBanner outbox={outbox} />}
      <SharePage
        share={share}
        name={name}
        project={project}
        tracks={tracks}
        queue={queue}
        sound={sound}
        onChoose={(id) => show({ trackId: id })}
        notes={notes.shown}
        writeNote={share.may.comment && !name && notes.begin && <WriteNote onPress={notes.begin} />}
        ways={
          sound &&
          (share.may.download || share.may.upload) && (
            <SharedWays
              address={project.id}
              may={share.may}
              isArchived={project.archivedAt !== null || sound.listed.track.archivedAt !== null}
              sound={sound}
              openEngine={transfers.open}
              askName={askName}
            />
          )
        }
        transfers={transfers.engine && <GuestTransfersPanel engine={transfers.engine} />}
        versions={
          sound &&
          version &&
          sound.listed.versions.length > 1 && (
            <VersionChoice
              versions={sound.listed.versions}
              version={version}
              title={sound.listed.track.title}
              onVersion={(id) =>
                show({ trackId: sound.listed.track.id, ...(id !== sound.listed.current?.id && { versionId: id }) })
              }
            />
          )
        }
        claim={
          share.claimable > 0 &&
          name !== null && <ClaimBanner address={project.id} notes={share.claimable} name={name} />
        }
        decision={
          share.may.approve && sound && version?.state === 'ready' ? (
            <GuestDecision
              key={version.id}
              projectId={project.id}
              track={sound.listed.track}
              version={version}
              newer={newer}
              onHold={(holds) => hold(holds ? version : undefined)}
              askName={askName}
            />
          ) : undefined
        }
        signInHref={`/login${searchTextOf({ redirect: here })}`}
        projectHref={share.memberOf === null ? undefined : projectHref(share.memberOf)}
        playerBar={<GuestPlayer />}
      />
      {dialog}
    </>
  )
}

interface ChosenVersion {
  readonly listed: ListedTrack | undefined
  readonly version: TrackVersion | undefined
  /** Number of a version that arrived while another one was held. */
  readonly newer: number | undefined
  readonly hold: (version: TrackVersion | undefined) => void
}

/**
 * The version in the URL, or the first track's current one. A version under review is held when a newer one arrives.
 */
function useChosenVersion(
  tracks: readonly ListedTrack[],
  { trackId, versionId }: { readonly trackId?: string | undefined; readonly versionId?: string | undefined },
): ChosenVersion {
  const [held, hold] = useState<TrackVersion>()
  const listed = tracks.find(({ track }) => track.id === trackId) ?? tracks[0]
  const version =
    listed?.versions.find(({ id }) => id === (versionId ?? held?.id)) ??
    // A link to the latest version no longer lists the held one.
    (held?.trackId === listed?.track.id ? held : undefined) ??
    listed?.current
  const newer = versionId === undefined && version?.id !== listed?.current?.id ? listed?.current?.number : undefined
  return { listed, version, newer, hold }
}

interface GuestName {
  /** The guest's present name; null or empty until entered. */
  readonly name: string | null
  /** Runs at once, or after the guest has entered a name. */
  readonly askName: (run: () => void) => void
  readonly dialog: ReactNode
}

function useGuestName(share: OpenDoor, address: string, onCancel: () => void): GuestName {
  const [name, setName] = useState(share.guest.name)
  const [asking, setAsking] = useState<{ readonly run: () => void } | null>(null)
  const dialog = asking && (
    <GuestNameDialog
      address={address}
      suggested={share.suggestedName}
      onClose={() => {
        setAsking(null)
        onCancel()
      }}
      onNamed={(given) => {
        setName(given)
        setAsking(null)
        asking.run()
      }}
    />
  )
  return { name, askName: (run) => (name ? run() : setAsking({ run })), dialog }
}

function WriteNote({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button icon={MessageSquarePlus} wide onClick={onPress}>
      {guestStrings.writeNote}
    </Button>
  )
}

function useTellPlays(projectId: string): void {
  useEffect(
    () =>
      watchPlays({
        projectId,
        // Statistics are sent in the background; failures are ignored.
        tell: (items) =>
          void shareApi('POST /api/projects/:projectId/plays', {
            params: { projectId },
            body: { items: [...items] },
          }).catch(() => undefined),
      }),
    [projectId],
  )
}
