import type { Milliseconds, Seconds } from '#shared/units.ts'
import { VOICE_LEVELS } from '../../attachment-kinds.ts'
import { voiceLevels } from './voice-levels.ts'

export interface Spoken {
  readonly file: Blob
  readonly fileName: string
  readonly seconds: Seconds
  readonly levels: readonly number[]
}

export interface VoiceRecording {
  /** The latest peak, 0..1, and the duration so far. */
  readonly now: () => { readonly peak: number; readonly seconds: Seconds }
  /**
   * Resolves when recording ends, by the user or because the microphone was disconnected. What was recorded can still
   * be finished.
   */
  readonly stopped: Promise<void>
  readonly finish: () => Promise<Spoken>
  readonly drop: () => void
}

const LOOK_MS: Milliseconds = 50
/** Types that browsers can record and others can play, the best first. */
const TYPES = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
] as const

/** Records from the microphone until finished or discarded. Rejects if the user or the browser refuses. */
export async function recordVoice(): Promise<VoiceRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  })
  try {
    return recordFrom(stream)
  } catch (error) {
    letGo(stream)
    throw error
  }
}

function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function recordFrom(stream: MediaStream): VoiceRecording {
  const [type, extension] = TYPES.find(([one]) => MediaRecorder.isTypeSupported(one)) ?? ['', 'webm']
  const recorder = new MediaRecorder(stream, { ...(type !== '' && { mimeType: type }), audioBitsPerSecond: 64_000 })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => data.size > 0 && pieces.push(data)
  recorder.start(1000)
  const begun = performance.now()
  let length: Seconds | undefined
  const seconds = () => length ?? (performance.now() - begun) / 1000
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 2048 })
  context.createMediaStreamSource(stream).connect(analyser)
  const window = new Float32Array(analyser.fftSize)
  const peaks: number[] = []
  const watch = setInterval(() => {
    analyser.getFloatTimeDomainData(window)
    const peak = window.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
    // A background page gets timers once a second; repeat the peak so that the picture stays as long as the sound.
    do peaks.push(peak)
    while ((peaks.length + 1) * LOOK_MS < seconds() * 1000)
  }, LOOK_MS)
  const stopped = new Promise<void>((resolve) => {
    // Fires after the last chunk, also when the microphone was disconnected or the recorder has failed.
    recorder.onstop = () => {
      length ??= seconds()
      clearInterval(watch)
      letGo(stream)
      void context.close()
      resolve()
    }
  })
  const stop = () => {
    length ??= seconds()
    if (recorder.state !== 'inactive') recorder.stop()
  }
  return {
    now: () => ({ peak: peaks.at(-1) ?? 0, seconds: seconds() }),
    stopped,
    finish: async () => {
      stop()
      await stopped
      return {
        file: new Blob(pieces, { type: recorder.mimeType }),
        fileName: `note.${extension}`,
        seconds: Math.round(seconds() * 100) / 100,
        levels: voiceLevels(peaks, VOICE_LEVELS),
      }
    },
    drop: stop,
  }
}
