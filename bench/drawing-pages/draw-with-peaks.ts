import Peaks, { type PeaksInstance } from 'peaks.js'
import { offer, painted, recordingOf } from './drawing-page.ts'

const { sampleRate, seconds } = recordingOf(location.href)
const shown: { peaks?: PeaksInstance } = {}
let time = 0

/** Drawing needs no sound. */
const player = {
  init: () => Promise.resolve(),
  destroy: () => {},
  play: () => Promise.resolve(),
  pause: () => {},
  isPlaying: () => false,
  isSeeking: () => false,
  getCurrentTime: () => time,
  getDuration: () => seconds,
  seek: (to: number) => {
    time = to
  },
}

function box(name: string): HTMLElement {
  const element = document.createElement('div')
  element.className = name
  document.querySelector('#root')?.append(element)
  return element
}

offer({
  begin: async () => {
    const options = {
      overview: { container: box('overview') },
      zoomview: { container: box('zoomed') },
      dataUri: { arraybuffer: '/files/long.dat' },
      zoomLevels: [256, 1024, 4096, 16_384, 65_536],
      player,
    }
    shown.peaks = await new Promise<PeaksInstance>((resolve, reject) =>
      Peaks.init(options, (error, instance) => (instance ? resolve(instance) : reject(error))),
    )
    shown.peaks.views.getView('zoomview')?.setZoom({ seconds })
    await painted()
  },
  addMarkers: async (times) => {
    shown.peaks?.points.add(times.map((at, i) => ({ id: `m${i}`, time: at, labelText: String(i) })))
    await painted()
  },
  zoom: (framesPerPx) => {
    const view = shown.peaks?.views.getView('zoomview')
    view?.setZoom({ scale: Math.round(framesPerPx) })
    view?.setStartTime(Math.max(0, seconds / 2 - (framesPerPx * 800) / sampleRate))
  },
})
