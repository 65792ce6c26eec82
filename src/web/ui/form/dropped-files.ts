const folders = new WeakMap<File, string>()
const handles = new WeakMap<File, Promise<FileSystemFileHandle | null>>()

/** The folder that a dropped file came with; the outermost one if nested. */
export function folderOf(file: File): string | undefined {
  return folders.get(file)
}

/** A handle with which a page can open a dropped file again after a reload, in browsers that support it. */
export async function handleOf(file: File): Promise<FileSystemFileHandle | undefined> {
  return (await handles.get(file)) ?? undefined
}

/**
 * The files of a drop, including those in dropped folders and without hidden ones. The browser clears the list after
 * the event, so all entries are read synchronously; only folders make it asynchronous.
 */
export function droppedFiles(transfer: DataTransfer): readonly File[] | Promise<readonly File[]> {
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: handleFrom(item) }))
  if (items.length === 0) return [...transfer.files]
  const plain = items.flatMap(({ entry, file, handle }) => {
    if (!file || entry?.isDirectory) return []
    handles.set(file, handle)
    return [file]
  })
  const dropped = items.flatMap(({ entry }) => (isFolder(entry) ? [entry] : []))
  return dropped.length === 0
    ? plain
    : Promise.all(dropped.map((folder) => filesIn(folder, folder.name))).then((inside) => [...plain, ...inside.flat()])
}

/** Chromium's addition to the standard, missing in TypeScript's types. */
function handleFrom(item: DataTransferItem): Promise<FileSystemFileHandle | null> {
  const get: unknown = Reflect.get(item, 'getAsFileSystemHandle')
  if (typeof get !== 'function') return Promise.resolve(null)
  const asked: unknown = Reflect.apply(get, item, [])
  return Promise.resolve(asked).then(
    (handle) => (handle instanceof FileSystemFileHandle ? handle : null),
    () => null,
  )
}

async function filesIn(folder: FileSystemDirectoryEntry, outermost: string): Promise<readonly File[]> {
  const entries = (await entriesOf(folder)).filter(({ name }) => !name.startsWith('.'))
  const files = await Promise.all(
    entries.map(async (entry) => {
      if (isFolder(entry)) return filesIn(entry, outermost)
      const file = isFile(entry)
        ? await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
        : null
      if (file) folders.set(file, outermost)
      return file ? [file] : []
    }),
  )
  return files.flat()
}

/** A folder is read in batches of at most a hundred; an empty batch is the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

// The two flags tell files and folders apart; not every browser exposes the classes.
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
