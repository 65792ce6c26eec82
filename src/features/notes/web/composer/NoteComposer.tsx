import { useMutation } from '@tanstack/react-query'
import { LocateFixed, MoveHorizontal, X } from 'lucide-react'
import { useRef, useSyncExternalStore, type ClipboardEvent, type FocusEvent } from 'react'
import { selectionTimes } from '#features/tracks/web/stage/selection-entries.ts'
import { stageStrings } from '#features/tracks/web/stage/stage.strings.ts'
import { useStageRange } from '#features/tracks/web/stage/stage-range.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { useFootSpace } from '#web/ui/frame/use-foot-space.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { listening } from '#web/player/listening.ts'
import { AttachButton, named, TrayFiles } from './AttachTray.tsx'
import { newDraft, saysSomething, type NoteDraft } from './note-draft.ts'
import { positionOn } from '../card/note-sound.ts'
import { NoteField } from './NoteField.tsx'
import { NoteMarksPicker } from './NoteMarksPicker.tsx'
import { noteLater } from '../notes.client.ts'
import { noteStrings } from '../notes.strings.ts'
import { useAttachTray } from './use-attach-tray.ts'
import { roundApi } from '../panel/rounds.client.ts'
import { roundStrings } from '../panel/rounds.strings.ts'
import { roundMs, type NotesModel } from '../use-notes-model.ts'
import type { NoteRounds } from '../panel/use-note-rounds.ts'
import { useWritingPause } from './use-writing-pause.ts'
import { VoiceButton } from './VoiceButton.tsx'
import { VisibilityMenu } from './VisibilityMenu.tsx'
import styles from './NoteComposer.module.css'

/** At the panel's foot. The place is taken with the first letter or by C, and can be taken anew. */
export function NoteComposer({
  desk,
  rounds: { here, readAgain },
}: {
  readonly desk: NotesModel
  readonly rounds: NoteRounds
}) {
  const { project, trackId, version, heard, showList } = desk
  const { set: setDraft } = desk.draft
  const draft = useSyncExternalStore(desk.draft.watch, desk.draft.get)
  const isTalking = useSyncExternalStore(desk.draft.watch, desk.draft.isTalking)
  const calls = useSyncExternalStore(desk.draft.watch, desk.draft.calls)
  const inHand = useStageRange(version.id)
  const { range } = inHand ?? {}
  /** What is selected on the wave, or where the music is. */
  const place = () => ({ from: range ? roundMs(range.from) : positionOn(heard), to: range ? roundMs(range.to) : null })
  /** The selection becomes the note's place. */
  const takeRange = () => {
    if (!range) return
    setDraft({ ...(draft ?? newDraft(0)), ...place() })
    inHand?.clear()
  }
  const send = useMutation({
    mutationFn: ({ from, to, body, attachments = [], ...about }: NoteDraft) =>
      noteLater(
        'POST /api/projects/:projectId/tracks/:trackId/notes',
        {
          params: { projectId: project.id, trackId },
          body: {
            versionId: version.id,
            fromSeconds: from,
            toSeconds: to,
            body: body.trim(),
            attachmentIds: attachments.map(({ id }) => id),
            ...about,
          },
        },
        { words: body.trim(), makes: tempId(), also: { attachments } },
      ),
    onSuccess: () => {
      setDraft(null)
      leave()
      if (desk.list === 'fixed') showList('open')
    },
  })
  const keep = useMutation({
    mutationFn: ({
      draft: { from, to, body, section, part, direction, visibility },
    }: {
      readonly draft: NoteDraft
      readonly of: NotesModel['draft']
    }) =>
      roundApi('POST /api/projects/:projectId/rounds/:roundId/drafts', {
        params: { projectId: project.id, roundId: here?.id ?? '' },
        body: { fromSeconds: from, toSeconds: to, body: body.trim(), section, part, direction, visibility },
      }),
    onSuccess: async (_, { draft: kept, of }) => {
      // What was typed meanwhile is not in it; another track may be open by now.
      if (of.get() === kept) {
        of.set(null)
        leave()
      }
      await readAgain()
    },
  })
  // A draft of a round is words alone.
  const mayKeep = here !== undefined && here.closedAt === null && (draft?.attachments ?? []).length === 0
  const tray = useAttachTray({
    files: desk.writings.files,
    ready: draft?.attachments ?? [],
    onReady: (change) => {
      const before = desk.draft.get() ?? { ...newDraft(0), ...place() }
      setDraft({ ...before, attachments: change(before.attachments ?? []) })
    },
  })
  const isReady = draft !== null && saysSomething(draft) && !tray.isBusy
  const submit = () => isReady && !send.isPending && !keep.isPending && send.mutate(draft)
  const music = useWritingPause()
  const discard = () => {
    music.leave()
    send.reset()
    keep.reset()
    setDraft(null)
  }
  const box = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(box, (files) => tray.add(files.map(named)))
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    tray.add(files.map(named))
  }
  const mark = inHand && (
    <IconButton
      size="small"
      icon={MoveHorizontal}
      label={inHand.anchor === undefined ? stageStrings.beginHere : stageStrings.endHere}
      pressed={inHand.anchor !== undefined}
      onClick={inHand.mark}
    />
  )
  const leaveField = () => {
    if (draft && !saysSomething(draft) && tray.coming.length === 0) discard()
    leave()
  }
  const foot = useRef<HTMLElement>(null)
  useFootSpace(foot)
  return (
    <section ref={foot} className={styles.composer} aria-label={noteStrings.composer} data-composer>
      <div
        ref={box}
        className={classNames(styles.box, isOver && styles.over)}
        onPaste={paste}
        onBlur={(event) => hasLeft(event) && music.leave()}
        data-writing={draft !== null || undefined}
      >
        {draft && (
          <div className={styles.place}>
            <TimeButton
              at={draft.from}
              {...(draft.to !== null && { until: draft.to })}
              onSelect={(at) => heard && listening.hear(heard, { at })}
            />
            <IconButton
              size="small"
              icon={LocateFixed}
              label={noteStrings.takePosition}
              onClick={() => setDraft({ ...draft, from: positionOn(heard), to: null })}
            />
            {mark}
            <span className={styles.gap} />
            <IconButton size="small" icon={X} label={noteStrings.discard} onClick={discard} />
          </div>
        )}
        <NoteField
          label={
            draft
              ? `${noteStrings.composer}, ${text(noteStrings.at, { time: formatPosition(draft.from) })}`
              : noteStrings.composer
          }
          placeholder={
            range
              ? text(noteStrings.placeholderOn, { range: selectionTimes(range) })
              : draft
                ? noteStrings.placeholderAt
                : noteStrings.placeholder
          }
          onPress={takeRange}
          value={draft?.body ?? ''}
          members={project.members}
          calls={calls}
          onCalled={desk.draft.answered}
          onSend={submit}
          onLeave={leaveField}
          onChange={(body) => {
            // Before the music rests: the place is where it was at the first letter.
            setDraft({ ...(draft ?? newDraft(0)), ...(draft && !range ? {} : place()), body })
            inHand?.clear()
            music.write()
          }}
        />
        {draft && (
          <NoteMarksPicker
            marks={draft}
            usedParts={desk.facets.parts}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        )}
        <TrayFiles tray={tray} />
        {send.error && (
          <p role="alert" className={styles.error}>
            {text(noteStrings.failedSend, { reason: reasonOf(send.error) })}
          </p>
        )}
        {keep.error && (
          <p role="alert" className={styles.error}>
            {text(roundStrings.failedDraft, { reason: reasonOf(keep.error) })}
          </p>
        )}
        <div className={styles.foot}>
          {draft && (
            <VisibilityMenu value={draft.visibility} onChange={(visibility) => setDraft({ ...draft, visibility })} />
          )}
          <AttachButton tray={tray} />
          {!draft && mark}
          <VoiceButton tray={tray} isHeld={isTalking} onHeard={desk.draft.call} />
          <span className={styles.gap} />
          {draft && mayKeep ? (
            <Button
              size="small"
              busy={keep.isPending}
              disabled={!isReady}
              onClick={() => isReady && !send.isPending && keep.mutate({ draft, of: desk.draft })}
            >
              {roundStrings.keep}
            </Button>
          ) : (
            <span className={styles.keys} aria-hidden>
              {draft ? <Kbd>{sendKeys}</Kbd> : <Kbd>C</Kbd>}
            </span>
          )}
          <Button
            className={styles.send}
            size="small"
            tone={isReady ? 'primary' : 'plain'}
            busy={send.isPending}
            disabled={!isReady}
            onClick={submit}
          >
            {noteStrings.send}
          </Button>
        </div>
      </div>
    </section>
  )
}

const sendKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ⏎' : 'Ctrl ⏎'

/** For another place of the page: not for a menu of the box, nor for another window. */
function hasLeft({ currentTarget, target, relatedTarget }: FocusEvent): boolean {
  if (document.activeElement === target) return false
  return !(
    relatedTarget instanceof Element &&
    (currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="menu"], [role="dialog"]') !== null)
  )
}

/** Gives the keys back to the page. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
