import type { Milliseconds, Seconds } from '#shared/units.ts'
import { VOICE_LEVELS } from '../attachment-kinds.ts'
import { voiceLevels } from './voice-levels.ts'

export interface Spoken {
  readonly file: Blob
  readonly fileName: string
  readonly seconds: Seconds
  readonly levels: readonly number[]
}

export interface VoiceRecording {
  /** The latest peak, 0..1, and how long it has been going. */
  readonly now: () => { readonly peak: number, readonly seconds: Seconds }
  readonly finish: () => Promise<Spoken>
  readonly drop: () => void
}

const LOOK_MS: Milliseconds = 50
/** What browsers can record and others can play, the best first. */
const TYPES = [['audio/webm;codecs=opus', 'webm'], ['audio/mp4', 'm4a'], ['audio/ogg;codecs=opus', 'ogg']] as const

/** Listens to the microphone until it is finished or dropped. Rejects where the person or the browser refuses. */
export async function recordVoice(): Promise<VoiceRecording> {
  const [type, extension] = TYPES.find(([one]) => MediaRecorder.isTypeSupported(one)) ?? ['', 'webm']
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
  const recorder = new MediaRecorder(stream, { ...(type !== '' && { mimeType: type }), audioBitsPerSecond: 64_000 })
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 2048 })
  context.createMediaStreamSource(stream).connect(analyser)
  const window = new Float32Array(analyser.fftSize)
  const peaks: number[] = []
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => data.size > 0 && pieces.push(data)
  recorder.start(1000)
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const watch = setInterval(() => {
    analyser.getFloatTimeDomainData(window)
    peaks.push(window.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0))
  }, LOOK_MS)
  const end = () => {
    clearInterval(watch)
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  return {
    now: () => ({ peak: peaks.at(-1) ?? 0, seconds: seconds() }),
    finish: () => new Promise((resolve) => {
      const length = seconds()
      recorder.onstop = () => {
        end()
        resolve({ file: new Blob(pieces, { type: recorder.mimeType }), fileName: `note.${extension}`, seconds: Math.round(length * 100) / 100, levels: voiceLevels(peaks, VOICE_LEVELS) })
      }
      recorder.stop()
    }),
    drop: () => {
      recorder.onstop = null
      if (recorder.state !== 'inactive') recorder.stop()
      end()
    },
  }
}
