import { LocateFixed, MoveHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore, type ClipboardEvent, type FocusEvent, type ReactNode } from 'react'
import { selectionTimes } from '#features/tracks/web/stage/selection-entries.ts'
import { useStageRange } from '#features/tracks/web/stage/stage-range.ts'
import { stageStrings } from '#features/tracks/web/stage/stage.strings.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { useFootSpace } from '#web/ui/frame/use-foot-space.ts'
import { announce } from '#web/ui/overlay/announce.ts'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { positionOn } from '../card/note-sound.ts'
import { noteStrings } from '../notes.strings.ts'
import { roundStrings } from '../panel/rounds.strings.ts'
import type { NoteRounds } from '../panel/use-note-rounds.ts'
import { roundMs, type NotesModel } from '../use-notes-model.ts'
import { AttachButton, named, TrayFiles } from './AttachTray.tsx'
import styles from './NoteComposer.module.css'
import { NoteField } from './NoteField.tsx'
import { NoteMarksPicker } from './NoteMarksPicker.tsx'
import { VisibilityMenu } from './VisibilityMenu.tsx'
import { VoiceButton } from './VoiceButton.tsx'
import { newDraft, saysSomething, type NoteDraft } from './note-draft.ts'
import { useAttachTray } from './use-attach-tray.ts'
import { useSending } from './use-sending.ts'
import { useVoice } from './use-voice.ts'
import { useRoundDraft, useSendNote } from './use-send-note.ts'
import { useWritingPause } from './use-writing-pause.ts'

/** How a guest signs the first note: with a field for the name, below the words. */
export interface NoteSigning {
  readonly isNamed: boolean
  readonly field: ReactNode
  /** Whether the name could be saved. */
  readonly sign: () => Promise<boolean>
}

interface NoteComposerProps {
  readonly model: NotesModel
  readonly rounds: NoteRounds
  /** On the page of a share link: without marks and audience. */
  readonly signing?: NoteSigning
}

/** The field at the foot of the panel. The first letter, or the key C, sets the note's time; it can be set again. */
export function NoteComposer({ model, rounds, signing }: NoteComposerProps) {
  const { project, version, heard, showList } = model
  const { here } = rounds
  const { set: setDraft } = model.draft
  const draft = useSyncExternalStore(model.draft.watch, model.draft.get)
  const isTalking = useSyncExternalStore(model.draft.watch, model.draft.isTalking)
  const calls = useSyncExternalStore(model.draft.watch, model.draft.calls)
  const inHand = useStageRange(version.id)
  const { range } = inHand ?? {}
  /** The selection on the wave, or the playhead. */
  const place = () => ({ from: range ? roundMs(range.from) : positionOn(heard), to: range ? roundMs(range.to) : null })
  /** Uses the selection as the note's range. */
  const takeRange = () => {
    if (!range) return
    setDraft({ ...(draft ?? newDraft(0)), ...place() })
    inHand?.clear()
  }
  const send = useSendNote(model, ({ from }) => {
    announce(text(navigator.onLine ? noteStrings.sent : noteStrings.sentLater, { time: formatDuration(from) }))
    setDraft(null)
    leave()
    if (model.list === 'fixed') showList('open')
  })
  const keep = useRoundDraft(project, rounds, leave)
  // A draft in a round consists only of text.
  const maySave = here !== undefined && here.closedAt === null && (draft?.attachments ?? []).length === 0
  const tray = useAttachTray({
    files: model.writings.files,
    ready: draft?.attachments ?? [],
    onReady: (change) => {
      const before = model.draft.get() ?? { ...newDraft(0), ...place() }
      setDraft({ ...before, attachments: change(before.attachments ?? []) })
    },
  })
  // What is recorded without a line is heard without one.
  useEffect(() => fetchWhenIdle(() => import('../card/NoteFiles.tsx')), [])
  const voice = useVoice(tray)
  const says = draft !== null && saysSomething(draft)
  const isReady = says && !tray.isBusy && !voice.recording
  const submit = async () => {
    // What arrived during a request is in the stored draft.
    const said = model.draft.get()
    if (!said || send.isPending || keep.isPending) return
    if (signing && !signing.isNamed && !(await signing.sign())) return
    send.mutate(said)
  }
  const sending = useSending({ tray, voice, saysSomething: says, onSend: () => void submit() })
  const maySend = says || voice.recording !== undefined || tray.isBusy
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
      {/* Catches the keys of its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        className={classNames(styles.box, isOver && styles.over)}
        onPaste={paste}
        onBlur={(event) => hasLeft(event) && music.leave()}
        onKeyDown={sending.onKeyDown}
        data-writing={draft !== null || undefined}
      >
        {draft && (
          <ComposerPlace
            draft={draft}
            heard={heard}
            mark={mark}
            brief={signing !== undefined}
            onChange={setDraft}
            onDiscard={discard}
          />
        )}
        <NoteField
          label={fieldLabel(draft)}
          placeholder={signing && !draft && !range ? noteStrings.writeHere : placeholder(draft, range)}
          onPress={takeRange}
          value={draft?.body ?? ''}
          members={project.members}
          calls={calls}
          onCalled={model.draft.answered}
          onSend={sending.submit}
          onLeave={leaveField}
          onChange={(body) => {
            // Before playback pauses, so that the time is that of the first letter.
            setDraft({ ...(draft ?? newDraft(0)), ...(draft && !range ? {} : place()), body })
            inHand?.clear()
            music.write()
          }}
        />
        {draft && signing && !signing.isNamed && signing.field}
        {draft && !signing && (
          <NoteMarksPicker
            marks={draft}
            usedParts={model.facets.parts}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        )}
        <TrayFiles tray={tray} />
        <ComposerError error={send.error} words={noteStrings.failedSend} />
        <ComposerError error={keep.error} words={roundStrings.failedDraft} />
        <div className={styles.foot}>
          {draft && !signing && (
            <VisibilityMenu value={draft.visibility} onChange={(visibility) => setDraft({ ...draft, visibility })} />
          )}
          {(!signing || signing.isNamed) && <AttachButton tray={tray} />}
          {!draft && mark}
          {(!signing || signing.isNamed) && (
            <VoiceButton
              tray={tray}
              voice={voice}
              isHeld={isTalking}
              // The recording is about this place, also before it has words.
              onBegin={() => draft ?? setDraft({ ...newDraft(0), ...place() })}
              onDrop={() => !says && discard()}
              onHeard={model.draft.call}
            />
          )}
          <span className={styles.gap} />
          {draft && maySave ? (
            <Button
              size="small"
              busy={keep.isPending}
              disabled={!isReady}
              onClick={() => isReady && !send.isPending && keep.mutate({ draft, of: model.draft })}
            >
              {roundStrings.keep}
            </Button>
          ) : (
            <span className={styles.keys} aria-hidden>
              <Kbd>{draft ? sendKeys : 'C'}</Kbd>
            </span>
          )}
          <Button
            className={styles.send}
            size="small"
            tone={maySend ? 'primary' : 'plain'}
            busy={send.isPending || sending.isWaiting}
            disabled={!maySend}
            onClick={sending.submit}
          >
            {noteStrings.send}
          </Button>
        </div>
      </div>
    </section>
  )
}

interface ComposerPlaceProps {
  readonly draft: NoteDraft
  readonly heard: NotesModel['heard']
  /** The button that starts and ends a range. */
  readonly mark: ReactNode
  /** Times in whole seconds. */
  readonly brief: boolean
  readonly onChange: (draft: NoteDraft) => void
  readonly onDiscard: () => void
}

function ComposerPlace({ draft, heard, mark, brief, onChange, onDiscard }: ComposerPlaceProps) {
  return (
    <div className={styles.place}>
      <TimeButton
        brief={brief}
        at={draft.from}
        {...(draft.to !== null && { until: draft.to })}
        onSelect={(at) => heard && listening.hear(heard, { at })}
      />
      <IconButton
        size="small"
        icon={LocateFixed}
        label={noteStrings.takePosition}
        onClick={() => onChange({ ...draft, from: positionOn(heard), to: null })}
      />
      {mark}
      <span className={styles.gap} />
      <IconButton size="small" icon={X} label={noteStrings.discard} onClick={onDiscard} />
    </div>
  )
}

/** `words` contains a `{reason}` to fill in. */
function ComposerError({ error, words }: { readonly error: Error | null; readonly words: string }) {
  if (!error) return null
  return (
    <p role="alert" className={styles.error}>
      {words.replace('{reason}', reasonOf(error))}
    </p>
  )
}

function fieldLabel(draft: NoteDraft | null): string {
  if (!draft) return noteStrings.composer
  return `${noteStrings.composer}, ${text(noteStrings.at, { time: formatPosition(draft.from) })}`
}

function placeholder(draft: NoteDraft | null, range: SecondsRange | undefined): string {
  if (range) return text(noteStrings.placeholderOn, { range: selectionTimes(range) })
  return draft ? noteStrings.placeholderAt : noteStrings.placeholder
}

const sendKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ⏎' : 'Ctrl ⏎'

/** The focus went elsewhere on the page: not to a menu of the box, nor to another window. */
function hasLeft({ currentTarget, target, relatedTarget }: FocusEvent): boolean {
  if (document.activeElement === target) return false
  return !(
    relatedTarget instanceof Element &&
    (currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="menu"], [role="dialog"]') !== null)
  )
}

/** Removes the focus, so that the page's keys work. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
