/** Texts of the lane below a waveform. */
export const laneStrings = {
  heading: 'Below the wave',
  kinds: {
    on: 'Loudness',
    dynamics: 'Peak to short-term loudness (PSR)',
    stereo: 'Correlation and width',
    off: 'Nothing',
  },
  titles: {
    on: 'Short-term loudness of the 3 s before each moment',
    dynamics:
      'Peak to short-term loudness: how far the highest true peak in the 3 s before each moment is above ' +
      'their loudness',
    stereo:
      'Correlation of left and right (line), and level of their side signal against the mid (area), in the second ' +
      'before each moment',
  },
  units: { on: 'LUFS', dynamics: 'dB', stereo: '' },
  psrAt: 'PSR {value}',
  stereoAt: 'Correlation {correlation} · width {width}',
  noWidth: 'none',
  lowest: 'Lowest: {value}, in the 3 s from {time}',
  failed: 'The curve could not be loaded.',
  unmeasured: 'Not measured in this version. “Analyse again” in its menu measures it.',
  oneChannel: 'One channel: the same on both sides',
  nextKey: 'Next curve below the wave',
} as const
