/** How busy the connections of a database are. */
export interface DatabaseLoad {
  readonly open: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}
