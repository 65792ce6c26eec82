// TypeScript declares WebAssembly only in its DOM library; these are the parts used here.

export type WasmModule = object

interface WasmEngine {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: object }
}

const engine = Reflect.get(globalThis, 'WebAssembly') as WasmEngine // every Node has it; see above

export function compileWasm(bytes: Uint8Array<ArrayBuffer>): WasmModule {
  return new engine.Module(bytes)
}

/** The exports of a module without imports. */
export function instantiateWasm(module: WasmModule): object {
  return new engine.Instance(module, {}).exports
}
