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
import { listTracks } from '#features/tracks/web/list/track-list.ts'
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

/** The player bar and the keys, with nobody's settings. */
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
  readonly door: OpenDoor
  readonly project: ProjectDetails
  readonly banner: ReactNode
}

/** A share with its player and notes. */
export function OpenShare({ token, door, project, banner }: OpenShareProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { trackId, versionId, note } = useSearch({ from: '/s/$token' })
  const [name, setName] = useState(door.guest.name)
  const [naming, setNaming] = useState<{ readonly go: () => void } | null>(null)
  const here = `/s/${token}`
  const hrefOf = useCallback((id: string) => here + searchTextOf({ trackId: id }), [here])
  const tracks = useMemo(() => listTracks(project), [project])
  const queue = useSharedQueue(project, tracks, hrefOf)
  const listed = tracks.find(({ track }) => track.id === trackId) ?? tracks[0]
  // What is being judged stays, though a newer one is current by now and links to the latest one name it no more.
  const [held, setHeld] = useState<TrackVersion>()
  const version =
    listed?.versions.find(({ id }) => id === (versionId ?? held?.id)) ??
    (held?.trackId === listed?.track.id ? held : undefined) ??
    listed?.current
  const newer = versionId === undefined && version?.id !== listed?.current?.id ? listed?.current?.number : undefined
  const heard = useMemo(
    () => listed && sharedHeard(project, listed, version, hrefOf),
    [project, listed, version, hrefOf],
  )
  useSharedSound(heard, queue)
  useTellPlays(project.id)
  usePageHead(tracks.length === 1 ? listed?.track.title : project.name)
  const show = (search: { readonly trackId?: string; readonly versionId?: string; readonly note?: string }) =>
    void navigate({ to: '/s/$token', params: { token }, search, replace: true })
  const transfers = useGuestTransfers(door.guest.id)
  const named = name !== null && name !== ''
  const askName = (go: () => void) => (named ? go() : setNaming({ go }))
  // Without a session the door says what to do.
  const outbox = useOutbox(door.guest.id, () => void queries.invalidateQueries({ queryKey: doorQuery(token).queryKey }))
  const notes = useSharedNotes({
    project,
    door,
    listed,
    version,
    heard,
    noteId: note,
    name,
    here,
    askName,
    onShow: show,
  })
  return (
    <>
      {banner}
      {outbox && <OutboxBanner outbox={outbox} />}
      <SharePage
        door={door}
        name={name}
        project={project}
        tracks={tracks}
        queue={queue}
        sound={listed && { listed, version, heard }}
        onChoose={(id) => show({ trackId: id })}
        notes={notes.shown}
        writeNote={
          door.may.comment &&
          !named &&
          notes.begin && (
            <Button icon={MessageSquarePlus} wide onClick={() => notes.begin?.()}>
              {guestStrings.writeNote}
            </Button>
          )
        }
        ways={
          (door.may.download || door.may.upload) && listed ? (
            <SharedWays
              address={project.id}
              may={door.may}
              isArchived={project.archivedAt !== null || listed.track.archivedAt !== null}
              sound={{ listed, version, heard }}
              openEngine={transfers.open}
              askName={askName}
            />
          ) : undefined
        }
        transfers={transfers.engine && <GuestTransfersPanel engine={transfers.engine} />}
        versions={
          listed && version && listed.versions.length > 1 ? (
            <VersionChoice
              versions={listed.versions}
              version={version}
              title={listed.track.title}
              onVersion={(id) =>
                show({ trackId: listed.track.id, ...(id !== listed.current?.id && { versionId: id }) })
              }
            />
          ) : undefined
        }
        claim={
          door.claimable > 0 && name !== null ? (
            <ClaimBanner address={project.id} notes={door.claimable} name={name} />
          ) : undefined
        }
        decision={
          door.may.approve && listed && version?.state === 'ready' ? (
            <GuestDecision
              key={version.id}
              projectId={project.id}
              track={listed.track}
              version={version}
              newer={newer}
              onHold={(holds) => setHeld(holds ? version : undefined)}
              askName={askName}
            />
          ) : undefined
        }
        signInHref={`/login${searchTextOf({ redirect: here })}`}
        projectHref={door.memberOf === null ? undefined : projectHref(door.memberOf)}
        playerBar={<GuestPlayer />}
      />
      {naming && (
        <GuestNameDialog
          address={project.id}
          suggested={door.suggestedName}
          onClose={() => {
            setNaming(null)
            setHeld(undefined)
          }}
          onNamed={(said) => {
            setName(said)
            setNaming(null)
            naming.go()
          }}
        />
      )}
    </>
  )
}

function useTellPlays(projectId: string): void {
  useEffect(
    () =>
      watchPlays({
        projectId,
        // Nobody waits for statistics, and nobody is told when they fail.
        tell: (items) =>
          void shareApi('POST /api/projects/:projectId/plays', {
            params: { projectId },
            body: { items: [...items] },
          }).catch(() => undefined),
      }),
    [projectId],
  )
}
