/**
 * The number of the analysis, stored with each report. Raise it when a report of the same file would say more or
 * something else: current versions with a lower number are then measured again in the background. 0: before it had one.
 */
export const ANALYSIS_VERSION = 2
