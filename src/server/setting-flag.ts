import * as z from 'zod'

/** Yes or no, as people write it into settings. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((word) => word === 'true' || word === '1' || word === 'on')
