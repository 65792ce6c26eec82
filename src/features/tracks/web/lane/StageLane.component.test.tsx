import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { encodeEnergyHeader } from '#audio/energy-file.ts'
import { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { sampleVersion } from '../../track-sample.ts'
import StageLane, { type StageLaneProps } from './StageLane.tsx'

const energyOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10)

/** Ten seconds at −14 LUFS with peaks of −1 dBTP, and of −9 from 4 to 8 s; without them as of an older release. */
function gridFile(hasRows: boolean): ArrayBuffer {
  const [cells, rows] = [new Float32Array(1000).fill(energyOf(-14)), new Float32Array(hasRows ? 400 : 0)]
  for (let row = 0; row < rows.length / 4; row++) rows[row * 4] = 10 ** ((row >= 40 && row < 80 ? -9 : -1) / 20)
  const header = encodeEnergyHeader({
    sampleRate: 48_000,
    totalFrames: 480_000,
    cellCount: 1000,
    rowCount: rows.length / 4,
  })
  if (!hasRows) header[4] = 1
  const file = new Uint8Array(header.length + cells.byteLength + rows.byteLength)
  file.set(header)
  file.set(new Uint8Array(cells.buffer), header.length)
  file.set(new Uint8Array(rows.buffer), header.length + cells.byteLength)
  return file.buffer
}

function open(
  url: string,
  { channels = 2, hasRows = true, ...props }: Partial<StageLaneProps> & { channels?: number; hasRows?: boolean },
) {
  vi.stubGlobal('fetch', async () => new Response(gridFile(hasRows)))
  const { report } = sampleVersion()
  if (!report) throw new Error('the sample has a report')
  const onHear = vi.fn<(at: number) => void>()
  render(
    <StageLane
      kind="stereo"
      url={url}
      report={{ ...report, format: { ...report.format, channels } }}
      viewport={new WaveViewport(480_000, 48_000)}
      target={null}
      onHear={onHear}
      {...props}
    />,
  )
  return onHear
}

test('where the music is most limited is named, and heard by a press', async () => {
  const onHear = open('/limited', { kind: 'dynamics' })
  await userEvent.click(await screen.findByRole('button', { name: 'Lowest: 5.0 dB, in the 3 s from 0:04.000' }))
  expect(onHear).toHaveBeenCalledWith(4)
})

test('a version that an older release analysed says how it is measured', async () => {
  open('/old', { hasRows: false })
  expect(await screen.findByText(/“Analyse again” in its menu measures it/)).toBeDefined()
})

test('one channel has nothing to correlate', () => {
  open('/mono', { channels: 1 })
  expect(screen.getByText('One channel: the same on both sides')).toBeDefined()
})
