/** Texts of the figures about dynamics. */
export const dynamicsStrings = {
  plr: 'Peak to loudness (PLR)',
  plrTitle: 'The highest true peak above the integrated loudness',
  crest: 'Crest factor',
  crestTitle: 'The highest sample above the root mean square, in the channel with the most energy',
  psr: 'Lowest in 3 s (PSR)',
  psrTitle:
    'Where the true peak of 3 s is least above their loudness; quiet parts, 20 LU below the whole, do not count',
  notMeasured: 'not measured',
  again: '“Analyse again” in this version’s menu measures what is missing.',
} as const
