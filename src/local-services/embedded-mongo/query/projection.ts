import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { Doc, getField, isDoc, isNumeric, setField, Value } from '../bson/value';
import { evaluator } from '../aggregate/expression';
import { expressionFields } from '../aggregate/expression-fields';
import { badValue } from '../errors';
import { arrayOperator } from './array-projection';
import { isTrueResult } from './matcher';
import { topLevelOf } from './paths';
import { ListedFields, rawProjection } from './raw-projection';

/** A value that a projection makes, of the whole document and of what the field held. */
export type Computed = (root: Doc, value: Value) => Value;

/** What becomes of a field: it is listed (to keep or to drop), computed, or its own fields are dealt with. */
type Node = 'listed' | { compute: Computed; head: number | undefined } | { children: Map<string, Node> };

export interface Projection {
  apply: (doc: Doc) => Doc;
  /** The same for a raw document, which is not decoded where fields are only listed. */
  applyRaw: (bytes: Buffer) => Buffer;
  /** The top-level fields that the result depends on; absent when that may be all. */
  wanted?: Set<string>;
}

/**
 * Compiles the projection of a `find` or of a `$project` stage.
 * @throws CommandError (BadValue) for one that mixes inclusion and exclusion, or whose paths collide
 */
export function compileProjection(spec: Doc): Projection {
  const { nodes, mode, id, fields } = new ProjectionParser(spec);
  const including = mode === 'inclusion' || (mode === undefined && id === true);
  const listsId = including ? id !== false : id === false;
  if (listsId && !nodes.has('_id')) nodes.set('_id', 'listed');
  const apply = (doc: Doc): Doc => (including ? include(doc, nodes, doc) : exclude(doc, nodes, doc)) as Doc;
  const wanted = including ? fields : undefined;
  const listed = listedFields(nodes);
  const copyListed = listed && rawProjection(listed, including);
  return {
    apply,
    applyRaw: (bytes) => copyListed?.(bytes) ?? encode(apply(decode(bytes, 0, wanted))),
    ...(wanted && { wanted }),
  };
}

/** The fields of a projection that computes no more of them than the heads of arrays; undefined for others. */
function listedFields(nodes: ReadonlyMap<string, Node>): ListedFields | undefined {
  const listed = new Map<string, ListedFields | number | undefined>();
  for (const [name, node] of nodes) {
    if (node === 'listed') {
      listed.set(name, undefined);
      continue;
    }
    const part = 'compute' in node ? node.head : listedFields(node.children);
    if (part === undefined) return undefined;
    listed.set(name, part);
  }
  return listed;
}

class ProjectionParser {
  readonly nodes = new Map<string, Node>();
  mode: 'inclusion' | 'exclusion' | undefined;
  /** What is said of `_id`, which may be dropped from an inclusion. */
  id: boolean | undefined;
  /** The top-level fields read; undefined when that may be all. */
  fields: Set<string> | undefined = new Set(['_id']);

  constructor(spec: Doc) {
    for (const path of Object.keys(spec)) this.visit(path, spec[path]);
  }

  private visit(path: string, value: Value): void {
    if (typeof value === 'boolean' || isNumeric(value)) {
      const kept = isTrueResult(value);
      if (path === '_id') this.id = kept;
      else this.list(path, kept ? 'inclusion' : 'exclusion');
    } else if (isDoc(value) && Object.keys(value)[0]?.startsWith('$') === false) {
      for (const name of Object.keys(value)) this.visit(`${path}.${name}`, value[name]);
    } else {
      this.compute(path, value);
    }
  }

  private list(path: string, mode: 'inclusion' | 'exclusion'): void {
    if (this.mode !== undefined && this.mode !== mode) {
      throw badValue(`Cannot do ${mode} on field ${path} in ${this.mode} projection`);
    }
    this.mode = mode;
    this.place(path, 'listed');
  }

  private compute(path: string, value: Value): void {
    const operator = isDoc(value) ? arrayOperator(path, value) : undefined;
    if (operator?.keepsOthers !== true) {
      if (this.mode === 'exclusion') throw badValue(`Cannot use an expression ${path} in an exclusion projection`);
      this.mode = 'inclusion';
    }
    if (!operator && this.fields && !expressionFields(value, this.fields)) this.fields = undefined;
    const evaluate = operator ? undefined : evaluator(value);
    this.place(path, { compute: operator?.compute ?? ((root) => evaluate?.(root)), head: operator?.head });
  }

  private place(path: string, leaf: Node): void {
    const parts = path.split('.');
    if (parts.some((part) => part === '' || part.startsWith('$'))) {
      throw badValue(`projection of the path '${path}' is not supported by the embedded engine`);
    }
    this.fields?.add(topLevelOf(path));
    const last = parts.pop() ?? '';
    let nodes = this.nodes;
    for (const part of parts) {
      const next = nodes.get(part) ?? { children: new Map<string, Node>() };
      if (next === 'listed' || !('children' in next)) throw badValue(`Path collision at ${path}`);
      nodes.set(part, next);
      nodes = next.children;
    }
    if (nodes.has(last)) throw badValue(`Path collision at ${path}`);
    nodes.set(last, leaf);
  }
}

/** The listed and computed fields of a document, in its own order, then those that it lacks. */
function include(value: Value, nodes: Map<string, Node>, root: Doc): Value {
  if (Array.isArray(value)) {
    return value.filter((item) => isDoc(item) || Array.isArray(item)).map((item) => include(item, nodes, root));
  }
  const result: Doc = {};
  const doc = isDoc(value) ? value : {};
  for (const name of Object.keys(doc)) {
    const node = nodes.get(name);
    if (node !== undefined) put(result, name, included(getField(doc, name), node, root));
  }
  for (const [name, node] of nodes) {
    if (!Object.hasOwn(doc, name)) put(result, name, included(undefined, node, root));
  }
  return result;
}

function included(value: Value, node: Node, root: Doc): Value {
  if (node === 'listed') return value;
  if ('compute' in node) return node.compute(root, value);
  if (isDoc(value) || Array.isArray(value)) return include(value, node.children, root);
  const made = include(undefined, node.children, root) as Doc;
  return Object.keys(made).length > 0 ? made : undefined;
}

function exclude(value: Value, nodes: Map<string, Node>, root: Doc): Value {
  if (Array.isArray(value)) return value.map((item) => exclude(item, nodes, root));
  if (!isDoc(value)) return value;
  const result: Doc = {};
  for (const name of Object.keys(value)) {
    const node = nodes.get(name);
    const field = getField(value, name);
    if (node === undefined) setField(result, name, field);
    else if (node !== 'listed') {
      put(result, name, 'compute' in node ? node.compute(root, field) : exclude(field, node.children, root));
    }
  }
  return result;
}

function put(result: Doc, name: string, value: Value): void {
  if (value !== undefined) setField(result, name, value);
}
