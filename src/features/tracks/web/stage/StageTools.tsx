import { AudioLines, Maximize2, SlidersHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { type RulerFrameRate, frameRates } from '#web/waveform/view/ruler-formats.ts'
import { followModes } from '#web/waveform/view/wave-follow.ts'
import { laneKinds, stageChoices, useChoice } from './stage-choices.ts'
import { stageStrings as strings } from './stage.strings.ts'
import { laneStrings } from '../lane/lane.strings.ts'
import type { TrackTempo } from '../../tracks.contract.ts'
import { keepTempo } from '../music/browser-tempo.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './StageTools.module.css'

const TempoDialog = lazyDialog(() => import('../music/TempoDialog.tsx'))

interface StageToolsProps {
  readonly trackId: string
  readonly title: string
  readonly tempo: TrackTempo | undefined
  /** A person said it of the track, so that nobody needs one of their own. */
  readonly hasSaidTempo: boolean
  /** For people who may edit the track. */
  readonly onTempo: (() => void) | undefined
  readonly onZoom: (factor: number) => void
  readonly onWhole: () => void
}

const zoomStep = 2

/** At the foot of the wave: view settings. */
export function StageTools({ trackId, title, tempo, hasSaidTempo, onTempo, onZoom, onWhole }: StageToolsProps) {
  const [isTyping, setTyping] = useState(false)
  const entries = useViewEntries(tempo !== undefined, onTempo ?? (hasSaidTempo ? undefined : () => setTyping(true)))
  const picture = useChoice(stageChoices.picture)
  const keep = (typed: TrackTempo) => {
    keepTempo(trackId, typed)
    stageChoices.ruler.set('bars')
  }
  return (
    <span className={styles.tools}>
      <IconButton
        icon={AudioLines}
        label={strings.spectrogram}
        size="small"
        pressed={picture === 'spectrogram'}
        onClick={() => stageChoices.picture.set(picture === 'wave' ? 'spectrogram' : 'wave')}
      />
      <Menu entries={entries} align="end" side="top">
        <IconButton icon={SlidersHorizontal} label={strings.view} size="small" />
      </Menu>
      <IconButton
        icon={ZoomOut}
        label={trackStrings.zoomOut}
        keys="−"
        size="small"
        onClick={() => onZoom(1 / zoomStep)}
      />
      <IconButton icon={ZoomIn} label={trackStrings.zoomIn} keys="+" size="small" onClick={() => onZoom(zoomStep)} />
      <IconButton icon={Maximize2} label={trackStrings.zoomWhole} keys="Shift F" size="small" onClick={onWhole} />
      {isTyping && <TempoDialog title={title} tempo={tempo} onTempo={keep} onClose={() => setTyping(false)} />}
    </span>
  )
}

const rulers = ['time', 'samples', 'timecode', 'bars'] as const

/** One menu for rulers, follow modes and overlays; its rows show what is on. */
function useViewEntries(hasTempo: boolean, onTempo: (() => void) | undefined): readonly MenuEntry[] {
  const ruler = useChoice(stageChoices.ruler)
  const rate = useChoice(stageChoices.frameRate)
  const follow = useChoice(stageChoices.follow)
  const lane = useChoice(stageChoices.lane)
  const peaks = useChoice(stageChoices.peaks)
  const chooseRuler = (value: string) => {
    const next = rulers.find((one) => one === value) ?? 'time'
    // Bars need a tempo, so ask for it first.
    if (next === 'bars' && !hasTempo) onTempo?.()
    else stageChoices.ruler.set(next)
  }
  const frames = frameRates.map((value): { value: RulerFrameRate; label: string } => ({
    value,
    label: text(strings.frames, { rate: value }),
  }))
  return [
    { kind: 'heading', label: strings.ruler },
    {
      kind: 'choice',
      value: ruler,
      options: rulers.map((value) => ({ value, label: strings.rulers[value] })),
      onValueChange: chooseRuler,
    },
    ruler === 'timecode' && {
      kind: 'submenu',
      label: strings.frameRate,
      entries: [
        {
          kind: 'choice',
          value: rate,
          options: frames,
          onValueChange: (value) => stageChoices.frameRate.set(frameRates.find((one) => one === value) ?? '25'),
        },
      ],
    },
    ruler === 'bars' && onTempo && { kind: 'action', label: strings.tempo, onSelect: onTempo },
    { kind: 'separator' },
    { kind: 'heading', label: strings.follow },
    {
      kind: 'choice',
      value: follow,
      options: followModes.map((value) => ({ value, label: strings.follows[value] })),
      onValueChange: (value) => stageChoices.follow.set(followModes.find((one) => one === value) ?? 'page'),
    },
    { kind: 'separator' },
    { kind: 'heading', label: laneStrings.heading },
    {
      kind: 'choice',
      value: lane,
      options: laneKinds.map((value) => ({ value, label: laneStrings.kinds[value] })),
      onValueChange: (value) => stageChoices.lane.set(laneKinds.find((one) => one === value) ?? 'on'),
    },
    { kind: 'separator' },
    { kind: 'heading', label: strings.overlays },
    {
      kind: 'toggle',
      label: strings.peakTicks,
      checked: peaks === 'on',
      onCheckedChange: (on) => stageChoices.peaks.set(on ? 'on' : 'off'),
    },
  ]
}
