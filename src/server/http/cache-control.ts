/** Files of a version never change, but who may see them does: a browser keeps them and nobody in between. */
export const KEPT_BY_THE_BROWSER = 'private, max-age=86400'
/** Downloads, whose names and tags do change. */
export const KEPT_BY_NOBODY = 'private, no-store'
