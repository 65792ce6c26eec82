import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin from 'wavesurfer.js/plugins/regions'
import { offer, painted, recordingOf } from './drawing-page.ts'

const { sampleRate, seconds } = recordingOf(location.href)
const shown: { surfer?: WaveSurfer; regions?: ReturnType<typeof RegionsPlugin.create> } = {}

offer({
  begin: async () => {
    // 16-bit minimum and maximum of every 256 frames, left before right.
    const answer = await fetch('/files/long.i16')
    const values = Float32Array.from(new Int16Array(await answer.arrayBuffer()), (value) => value / 32_768)
    const half = values.length / 2
    const regions = RegionsPlugin.create()
    const surfer = WaveSurfer.create({
      container: '#root',
      height: 200,
      splitChannels: [{}, {}],
      peaks: [values.subarray(0, half), values.subarray(half)],
      duration: seconds,
      plugins: [regions],
    })
    Object.assign(shown, { surfer, regions })
    await new Promise((resolve) => surfer.once('redrawcomplete', () => resolve(undefined)))
    await painted()
  },
  addMarkers: async (times) => {
    times.forEach((start, i) => shown.regions?.addRegion({ start, content: String(i) }))
    await painted()
  },
  zoom: (framesPerPx) => {
    shown.surfer?.zoom(sampleRate / framesPerPx)
    shown.surfer?.setScrollTime(Math.max(0, seconds / 2 - (framesPerPx * 800) / sampleRate))
  },
})
