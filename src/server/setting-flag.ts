import * as z from 'zod'

/** A boolean setting, in the spellings that people use. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((word) => word === 'true' || word === '1' || word === 'on')
