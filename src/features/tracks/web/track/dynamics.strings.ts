/** Texts of the figures about dynamics. */
export const dynamicsStrings = {
  plr: 'Peak to loudness (PLR)',
  plrTitle: 'How far the highest true peak is above the integrated loudness',
  crest: 'Crest factor',
  crestTitle: 'The highest sample above the root mean square, in the channel with the most energy',
  psr: 'Lowest PSR (over 3 s)',
  psrTitle:
    'The 3 s whose true peak is least above their loudness. Parts more than 20 LU quieter than the whole do not count',
  notMeasured: 'not measured',
  psrNotMeasured: 'not measured: use “Analyse again”',
  again: '“Analyse again” in this version’s menu measures what is missing.',
} as const
