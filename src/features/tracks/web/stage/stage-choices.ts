import { useSyncExternalStore } from 'react'
import { keptChoice, type KeptChoice } from '#web/ui/form/kept-choice.ts'
import { frameRates } from '#web/waveform/view/ruler-formats.ts'
import { followModes } from '#web/waveform/view/wave-follow.ts'

export const laneKinds = ['on', 'dynamics', 'stereo', 'off'] as const
export type LaneKind = (typeof laneKinds)[number]

/** The user's view settings for waveforms, on every track. */
export const stageChoices = {
  ruler: keptChoice('roughmix.ruler', ['time', 'samples', 'timecode', 'bars'], 'time'),
  frameRate: keptChoice('roughmix.frame-rate', frameRates, '25'),
  follow: keptChoice('roughmix.follow', followModes, 'page'),
  /** `on` is the loudness, which was the only curve at first. */
  lane: keptChoice('roughmix.loudness-curve', laneKinds, 'on'),
  picture: keptChoice('roughmix.wave-picture', ['wave', 'spectrogram'], 'wave'),
  peaks: keptChoice('roughmix.peak-ticks', ['on', 'off'], 'on'),
}

export function useChoice<Value extends string>(choice: KeptChoice<Value>): Value {
  return useSyncExternalStore(choice.watch, choice.get)
}
