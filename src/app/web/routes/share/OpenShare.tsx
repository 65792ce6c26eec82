import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { GuestDecision } from '#features/approvals/web/GuestDecision.tsx'
import { type AnswerSubject, useGuestAnswers } from '#features/approvals/web/use-guest-answers.ts'
import type { NoteSigning } from '#features/notes/web/composer/NoteComposer.tsx'
import { GuestFiles } from '#features/files/web/GuestFiles.tsx'
import { archiveFileName } from '#features/renditions/file-names.ts'
import type { OpenDoor } from '#features/shares/shares.contract.ts'
import { ChangeSentence } from '#features/shares/web/ChangeSentence.tsx'
import { ClaimBanner } from '#features/shares/web/ClaimBanner.tsx'
import { GuestDock, type VersionFlip } from '#features/shares/web/GuestDock.tsx'
import { SharePage } from '#features/shares/web/SharePage.tsx'
import { VersionChoice } from '#features/shares/web/VersionChoice.tsx'
import { guestStrings } from '#features/shares/web/guest.strings.ts'
import { watchPlays } from '#features/shares/web/share-plays.ts'
import { doorQuery, shareApi } from '#features/shares/web/shares.client.ts'
import {
  sharedHeard,
  type SharedPlace,
  type SharedSound,
  useSharedQueue,
  useSharedSound,
} from '#features/shares/web/use-shared-sound.ts'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { VersionFlips } from '#features/tracks/web/player/FullPlayerFlip.tsx'
import { fullPlayerPoint } from '#features/tracks/web/player/full-player-point.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { playerKeys } from '#features/tracks/web/player/use-player-keys.ts'
import { stageStrings } from '#features/tracks/web/stage/stage.strings.ts'
import { type ListedTrack, listTracks } from '#features/tracks/web/list/track-list.ts'
import { reasonOf } from '#web/api/reason.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { formatPastDay } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { OutboxBanner } from '#web/outbox/OutboxBanner.tsx'
import { useListening } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { openAnnouncer } from '#web/ui/overlay/announce.ts'
import { useKeyListener, usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import { SharedWays } from './SharedWays.tsx'
import { projectHref } from '../addresses.ts'
import { searchTextOf } from '../search-values.ts'
import { useGuestTransfers } from './use-guest-transfers.ts'
import { useOutbox } from '../frame/use-outbox.ts'
import { usePageHead } from '../use-page-head.ts'
import { useGuestFiles } from './use-guest-files.ts'
import { useSharedNotes } from './use-shared-notes.tsx'

const loadKeys = () => import('#web/ui/keys/KeysDialog.tsx')
const KeysDialog = lazyDialog(loadKeys)

/** The page's keys, of which a guest has those of the player and of the notes. */
function GuestKeys() {
  const { heard } = useListening()
  const [helping, setHelping] = useState(false)
  useEffect(() => fetchWhenIdle(loadKeys), [])
  useKeyListener()
  useEffect(openAnnouncer, [])
  usePageKeys(heard ? guestKeys : [])
  usePageKeys([
    { keys: ['?'], label: playerStrings.keys.help, group: playerStrings.groups.help, run: () => setHelping(true) },
  ])
  return helping && <KeysDialog onClose={() => setHelping(false)} />
}

/** Without loops, speed and monitoring, which the page has no controls for. */
const guestKeys = playerKeys.filter(({ keys: [first = ''] }) =>
  /^(?:Space|Enter|J|L|M|Home|End|(?:Shift\+|Alt\+)?Arrow(?:Left|Right))$/.test(first),
)

const GuestTransfersPanel = lazyPart(() => import('./GuestTransfersPanel.tsx'))
const GuestNameDialog = lazyDialog(() => import('#features/shares/web/GuestNameDialog.tsx'))
const FullPlayer = lazyDialog(() => loadWith(import('#features/tracks/web/player/FullPlayer.tsx'), [fullPlayerPoint]))
const GuestVersions = lazyPart(() => import('#features/shares/web/GuestVersions.tsx'))

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
  const phone = useMedia(phoneQuery)
  const online = useOnline()
  const search = useSearch({ from: '/s/$token' })
  const here = `/s/${token}`
  const tracks = useMemo(() => listTracks(project), [project])
  const place = useSharedPlace(share, here)
  const queue = useSharedQueue(project, tracks, place)
  const { listed, version, newer, hold } = useChosenVersion(tracks, search)
  const heard = useMemo(() => listed && sharedHeard(project, listed, version, place), [project, listed, version, place])
  useSharedSound(heard, queue)
  useTellPlays(project.id)
  usePageHead(tracks.length === 1 ? listed?.track.title : project.name)
  const show = (next: { readonly trackId?: string; readonly versionId?: string; readonly note?: string }) =>
    void navigate({ to: '/s/$token', params: { token }, search: next, replace: true })
  const showVersion = (id: string) =>
    listed && show({ trackId: listed.track.id, ...(id !== listed.current?.id && { versionId: id }) })
  useFollowQueue(tracks, listed, (trackId) => show({ trackId }))
  const transfers = useGuestTransfers(share.guest.id)
  const { name, askName, signing, dialog } = useGuestName(share, project.id, () => hold(undefined))
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
    signing,
    notice: online ? undefined : guestStrings.offline,
    onShow: show,
  })
  usePageKeys(
    notes.begin
      ? [{ keys: ['C'], label: stageStrings.keys.note, group: playerStrings.groups.page, run: notes.begin }]
      : [],
  )
  const sound = listed && { listed, version, heard }
  const subjects = useSubjects(share.may.approve, tracks, listed, version)
  const answers = useGuestAnswers(project.id, subjects)
  const subject = subjects.find(({ track }) => track.id === listed?.track.id)
  const pair = usePair(project, listed, version, place)
  const [line, setLine] = useState<string>()
  const [isFull, setFull] = useState(false)
  const marks = useMemo(
    () =>
      (notes.shown?.markers ?? []).map(({ from, colour, state }) => ({ at: from, colour, isOpen: state === 'open' })),
    [notes.shown?.markers],
  )
  const decide = (place: 'card' | 'dock' | 'track', before?: ReactNode) =>
    subject && (
      <GuestDecision
        answers={answers}
        subject={subject}
        all={subjects}
        newer={newer}
        onHold={(holds) => hold(holds ? version : undefined)}
        askName={askName}
        place={place}
        before={before}
      />
    )
  const writeNote = notes.begin && (
    <Button size="large" icon={MessageSquarePlus} data-icon aria-label={guestStrings.writeNote} onClick={notes.begin} />
  )
  const choice =
    sound && version && sound.listed.versions.length > (pair ? 2 : 1) ? (
      <VersionChoice
        versions={sound.listed.versions}
        version={version}
        title={sound.listed.track.title}
        onVersion={showVersion}
      />
    ) : undefined
  const files = useGuestFiles(project.id, share.may.files === true, transfers.open)
  const downloadAll = async () => {
    const engine = await transfers.open()
    engine.download({
      projectId: project.id,
      path: `/api/projects/${project.id}/archive${files.all.length > 0 ? '?files=newest' : ''}`,
      filename: archiveFileName(tracks.length === 1 && listed ? listed.track.title : project.name),
      trackId: null,
      versionId: null,
    })
  }
  return (
    <>
      {banner}
      {outbox && <OutboxBanner outbox={outbox} />}
      <SharePage
        isPhone={phone}
        share={share}
        name={name}
        project={project}
        tracks={tracks}
        queue={queue}
        sound={sound}
        onChoose={(id) => show({ trackId: id })}
        notes={notes.shown}
        approvedIds={answers.approvedIds}
        changesIds={answers.changesIds}
        onDownloadAll={share.may.download && share.may.original !== false ? () => void downloadAll() : undefined}
        fileBytes={files.all.reduce((sum, { newest }) => sum + newest.sizeBytes, 0)}
        files={files.shown && <GuestFiles address={project.id} {...files.shown} />}
        ways={
          sound &&
          (share.may.download || share.may.upload) && (
            <SharedWays
              address={project.id}
              may={share.may}
              isArchived={project.archivedAt !== null || sound.listed.track.archivedAt !== null}
              sound={sound}
              isSmall={tracks.length > 1}
              openEngine={transfers.open}
              askName={askName}
            />
          )
        }
        transfers={transfers.engine && <GuestTransfersPanel engine={transfers.engine} />}
        choice={choice}
        versions={
          pair &&
          heard && (
            <GuestVersions
              key={pair[0].heard.trackId}
              pair={pair}
              href={heard.href}
              shownId={heard.versionId}
              queue={queue}
              onShow={showVersion}
              onSentence={setLine}
            />
          )
        }
        sentence={pair && heard && <ChangeSentence line={line} />}
        claim={
          share.claimable > 0 &&
          name !== null && <ClaimBanner address={project.id} notes={share.claimable} name={name} />
        }
        decision={phone ? subjects.length > 1 && decide('track') : decide('card')}
        dock={
          phone && sound ? (
            <GuestDock
              sound={sound}
              queue={queue}
              withPlayer={tracks.length > 1}
              onOpen={() => setFull(true)}
              flip={pair && version && flipOf(pair, version, showVersion)}
              actions={subject ? decide('dock', writeNote) : writeNote}
            />
          ) : undefined
        }
        signInHref={`/login${searchTextOf({ redirect: here })}`}
        projectHref={share.memberOf === null ? undefined : projectHref(share.memberOf)}
      />
      <GuestKeys />
      {isFull && heard && (
        <FullPlayer
          heard={heard}
          guest={{
            versions: pair && version && flipsOf(pair, sound, version, showVersion),
            marks,
            onWrite: notes.begin,
          }}
          entries={noEntries}
          onProof={nothing}
          onClose={() => setFull(false)}
        />
      )}
      {dialog}
    </>
  )
}

/** What the player and the lock screen say. */
function useSharedPlace({ coverSeed, sharedBy }: OpenDoor, here: string): SharedPlace {
  return useMemo(
    () => ({ hrefOf: (id) => here + searchTextOf({ trackId: id }), artist: sharedBy, coverSeed }),
    [here, sharedBy, coverSeed],
  )
}

/** The page goes on to the next track with the sound, if it showed the one before. */
function useFollowQueue(
  tracks: readonly ListedTrack[],
  listed: ListedTrack | undefined,
  onTrack: (trackId: string) => void,
): void {
  const { heard } = useListening()
  const before = useRef(heard?.trackId)
  const go = useEffectEvent((trackId: string, from: string | undefined) => {
    if (from !== undefined && from === listed?.track.id && tracks.some(({ track }) => track.id === trackId))
      onTrack(trackId)
  })
  const trackId = heard?.trackId
  useEffect(() => {
    const from = before.current
    before.current = trackId
    if (trackId !== undefined && trackId !== from) go(trackId, from)
  }, [trackId])
}

/** What a guest can answer about: the shown version of the selected track, and the current ones of the others. */
function useSubjects(
  mayApprove: boolean,
  tracks: readonly ListedTrack[],
  listed: ListedTrack | undefined,
  version: TrackVersion | undefined,
): readonly AnswerSubject[] {
  return useMemo(
    () =>
      !mayApprove
        ? []
        : tracks.flatMap(({ track, current }) => {
            const shown = track.id === listed?.track.id ? version : current
            return shown?.state === 'ready' ? [{ track, version: shown }] : []
          }),
    [mayApprove, tracks, listed, version],
  )
}

/** The newest version and another one, by default the one before, if the link has two that play. */
function usePair(
  project: ProjectDetails,
  listed: ListedTrack | undefined,
  version: TrackVersion | undefined,
  place: SharedPlace,
) {
  const [otherId, setOther] = useState<string>()
  const playable = useMemo(
    () => (listed?.versions ?? []).filter((one) => one.state === 'ready' && one.guestName === null),
    [listed],
  )
  const [newest] = playable
  if (version && newest && version.id !== newest.id && version.id !== otherId) setOther(version.id)
  const other = playable.find(({ id }) => id === otherId && id !== newest?.id) ?? playable[1]
  return useMemo(() => {
    const pairOf = (one: TrackVersion | undefined) => {
      const heard = listed && sharedHeard(project, listed, one, place)
      return one && heard && { version: one, heard }
    }
    const [newer, older] = [pairOf(newest), pairOf(other)]
    return newer && older ? ([newer, older] as const) : undefined
  }, [project, listed, newest, other, place])
}

/** From the version that is shown to the other one of the two. */
function flipOf(
  pair: VersionPair,
  { id, number }: TrackVersion,
  onShow: (versionId: string) => void,
): VersionFlip | undefined {
  const other = otherOf(pair, id)
  return other && { from: number, to: other.number, go: () => onShow(other.id) }
}

/** The same, and all others, in the full-screen player. */
function flipsOf(
  pair: VersionPair,
  sound: SharedSound | undefined,
  { id: presentId }: TrackVersion,
  onChoose: (versionId: string) => void,
): VersionFlips | undefined {
  const other = otherOf(pair, presentId)
  return (
    other && {
      versions: (sound?.listed.versions ?? [])
        .filter(({ state }) => state === 'ready')
        .map(({ id, number, label, createdAt }) => ({
          id,
          number,
          label,
          words: id === pair[0]?.version.id ? guestStrings.newest : formatPastDay(createdAt),
        })),
      presentId,
      otherId: other.id,
      onChoose,
    }
  )
}

type VersionPair = readonly { readonly version: TrackVersion }[]

function otherOf(pair: VersionPair, id: string): TrackVersion | undefined {
  return pair.find(({ version }) => version.id !== id)?.version
}

const noEntries = [] as const
const nothing = () => undefined

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
  /** For the first note, whose field asks for it. */
  readonly signing: NoteSigning
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
  const [typed, setTyped] = useState(share.suggestedName ?? '')
  const say = useMutation({
    mutationFn: (given: string) =>
      shareApi('PUT /api/projects/:projectId/guest', { params: { projectId: address }, body: { name: given } }),
    onSuccess: (_, given) => setName(given),
  })
  const [isMissing, setMissing] = useState(false)
  const sign = async () => {
    const given = typed.trim()
    setMissing(given === '')
    if (given === '') return false
    return say.mutateAsync(given).then(
      () => true,
      () => false,
    )
  }
  const field = (
    <TextField
      label={guestStrings.name}
      value={typed}
      maxLength={200}
      autoComplete="name"
      error={
        say.error
          ? text(guestStrings.nameFailed, { reason: reasonOf(say.error) })
          : isMissing
            ? guestStrings.nameMissing
            : undefined
      }
      onChange={({ target }) => setTyped(target.value)}
    />
  )
  return {
    name,
    askName: (run) => (name ? run() : setAsking({ run })),
    signing: { isNamed: name !== null && name !== '', field, sign },
    dialog,
  }
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
