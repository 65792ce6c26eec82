import * as z from 'zod'
import { LARGEST_COVER_BYTES } from './cover-limits.ts'

const MOST_CHARACTERS = Math.ceil(LARGEST_COVER_BYTES / 3) * 4 + 40

/** A square JPEG or PNG as a `data:` URL; the browser crops it and makes it small. */
export const CoverPicture = z.object({
  picture: z
    .string()
    .max(MOST_CHARACTERS)
    .regex(/^data:image\/(?:jpeg|png);base64,[A-Za-z0-9+/]+={0,2}$/),
})

/** For tests and for the pages of the API: 64 black pixels squared. */
export const exampleCover = {
  picture:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR42u' +
    '3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC',
}
