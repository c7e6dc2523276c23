// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface CollectionConfig extends cdktf.TerraformMetaArguments {
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * Names of the curation sets that its searches use, such as `name` of a `searchcloud_curation_set`. Needs server version 30 or later.
  */
  readonly curationSets?: string[];
  /**
  * Name of the field that orders results if a search does not set `sort_by`: a number, a boolean, or a string with `sort`, that every document has. An edit of that field needs another collection too: a server that drops it no longer sorts by it, for good. Empty means none.
  */
  readonly defaultSortingField?: string;
  /**
  * Whether Terraform refuses to delete this collection. Before a destroy, turn it off in a separate apply. Stored by Terraform only. The default is false.
  */
  readonly deletionProtection?: boolean | cdktf.IResolvable;
  /**
  * Whether fields may be objects, whose parts are indexed too. The default is false.
  */
  readonly enableNestedFields?: boolean | cdktf.IResolvable;
  /**
  * A JSON object that the server keeps with the collection, best written with `jsonencode`. `"{}"` removes it. If it is left out, the existing metadata is not managed. The property `searchcloud_live_collection` is reserved. The server applies metadata before edits of fields, and keeps it if it rejects those.
  */
  readonly metadata?: string;
  /**
  * API key of the services whose models compute the vectors of fields. It is sent as `embed.model_config.api_key` of each field whose `extra` names a model of such a service (`openai/…`, `azure/…`) and no credential of its own. Plan and state do not have it. An edit of the key alone is not detected: edit `model_api_key_wo_version` with it. Models of `gcp` have other credentials, which belong in `extra`.
  */
  readonly modelApiKeyWo?: string;
  /**
  * Version of `model_api_key_wo`, required with it: any number. An edit sends the key again. Servers accept another key only for a field that is dropped and added again, so they reindex it; the plan shows the number of documents. They keep the vectors that they store with the documents, so the model computes only those that are missing. After an import, the first version is stored without a request.
  */
  readonly modelApiKeyWoVersion?: number;
  /**
  * Name of the collection.
  */
  readonly name: string;
  /**
  * URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
  /**
  * Whether an edit that needs another collection may drop this one together with its documents: `refuse` or `allow`. An empty collection is always replaced. The default is `refuse`.
  */
  readonly replacement?: string;
  /**
  * Characters that are indexed as parts of words, such as `+` in `c++`.
  */
  readonly symbolsToIndex?: string[];
  /**
  * Names of the synonym sets that its searches use, such as `name` of a `searchcloud_synonym_set`. Needs server version 30 or later.
  */
  readonly synonymSets?: string[];
  /**
  * Characters that separate words, besides spaces.
  */
  readonly tokenSeparators?: string[];
  /**
  * Name of the model that turns spoken searches into text, such as `ts/whisper/base.en`. An edit needs another collection.
  */
  readonly voiceQueryModel?: string;
  /**
  * field block
  */
  readonly field: CollectionField[] | cdktf.IResolvable;
  /**
  * timeouts block
  */
  readonly timeouts?: CollectionTimeouts;
}
export interface CollectionField {
  /**
  * A JSON object with further properties of the field, such as `jsonencode({ vec_dist = "ip" })`. It is compared as JSON. The key of an embedding model belongs in `model_api_key_wo`, which is in no plan and no state. A credential in `extra` is stored in the state, and shown in plans unless it is a sensitive value.
  */
  readonly extra?: string;
  /**
  * Whether searches can count its values. Numbers and booleans can be faceted too; vectors cannot. The default is false.
  */
  readonly facet?: boolean | cdktf.IResolvable;
  /**
  * Whether it is indexed. A field that is not indexed is only stored, and cannot be a facet. The default is true.
  */
  readonly index?: boolean | cdktf.IResolvable;
  /**
  * Whether a search finds parts from the middle of words. Needs much memory. The default is false.
  */
  readonly infix?: boolean | cdktf.IResolvable;
  /**
  * Language whose rules split a text into words, such as `ja`. The default is empty, which suits most languages that separate words by spaces.
  */
  readonly locale?: string;
  /**
  * Name of the field, or a pattern such as `.*_facet` for all fields that match it.
  */
  readonly name: string;
  /**
  * Number of dimensions, which makes a `float[]` a vector. The default is 0: not a vector.
  */
  readonly numDim?: number;
  /**
  * Whether documents may omit it. The default is false, and true for patterns and for the type `auto`.
  */
  readonly optional?: boolean | cdktf.IResolvable;
  /**
  * Whether there is an index for filters by ranges. The default is false.
  */
  readonly rangeIndex?: boolean | cdktf.IResolvable;
  /**
  * Field of another collection that this one refers to, for joins: `companies.id`.
  */
  readonly reference?: string;
  /**
  * Whether results can be sorted by it. The default is true for numbers, booleans and geopoints, and false for strings. Other types cannot be sorted by.
  */
  readonly sort?: boolean | cdktf.IResolvable;
  /**
  * Whether words are reduced to their stems, so that `walking` finds `walk`. The default is false, and true with a `stem_dictionary` (the name of a `searchcloud_stemming_dictionary`) in `extra`.
  */
  readonly stem?: boolean | cdktf.IResolvable;
  /**
  * Whether the value is stored with the document. The default is true.
  */
  readonly store?: boolean | cdktf.IResolvable;
  /**
  * Type of the values: `string`, `int32`, `int64`, `float` or `bool`, each also as a list (`string[]`); `geopoint`, `geopoint[]`, `geopolygon`, `object`, `object[]`, `image`, `auto` or `string*`. A newer server may have more.
  */
  readonly type: string;
}

export function collectionFieldToTerraform(struct?: CollectionField | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    extra: cdktf.stringToTerraform(struct!.extra),
    facet: cdktf.booleanToTerraform(struct!.facet),
    index: cdktf.booleanToTerraform(struct!.index),
    infix: cdktf.booleanToTerraform(struct!.infix),
    locale: cdktf.stringToTerraform(struct!.locale),
    name: cdktf.stringToTerraform(struct!.name),
    num_dim: cdktf.numberToTerraform(struct!.numDim),
    optional: cdktf.booleanToTerraform(struct!.optional),
    range_index: cdktf.booleanToTerraform(struct!.rangeIndex),
    reference: cdktf.stringToTerraform(struct!.reference),
    sort: cdktf.booleanToTerraform(struct!.sort),
    stem: cdktf.booleanToTerraform(struct!.stem),
    store: cdktf.booleanToTerraform(struct!.store),
    type: cdktf.stringToTerraform(struct!.type),
  }
}


export function collectionFieldToHclTerraform(struct?: CollectionField | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    extra: {
      value: cdktf.stringToHclTerraform(struct!.extra),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    facet: {
      value: cdktf.booleanToHclTerraform(struct!.facet),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    index: {
      value: cdktf.booleanToHclTerraform(struct!.index),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    infix: {
      value: cdktf.booleanToHclTerraform(struct!.infix),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    locale: {
      value: cdktf.stringToHclTerraform(struct!.locale),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    name: {
      value: cdktf.stringToHclTerraform(struct!.name),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    num_dim: {
      value: cdktf.numberToHclTerraform(struct!.numDim),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    optional: {
      value: cdktf.booleanToHclTerraform(struct!.optional),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    range_index: {
      value: cdktf.booleanToHclTerraform(struct!.rangeIndex),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    reference: {
      value: cdktf.stringToHclTerraform(struct!.reference),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    sort: {
      value: cdktf.booleanToHclTerraform(struct!.sort),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    stem: {
      value: cdktf.booleanToHclTerraform(struct!.stem),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    store: {
      value: cdktf.booleanToHclTerraform(struct!.store),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    type: {
      value: cdktf.stringToHclTerraform(struct!.type),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CollectionFieldOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): CollectionField | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._extra !== undefined) {
      hasAnyValues = true;
      internalValueResult.extra = this._extra;
    }
    if (this._facet !== undefined) {
      hasAnyValues = true;
      internalValueResult.facet = this._facet;
    }
    if (this._index !== undefined) {
      hasAnyValues = true;
      internalValueResult.index = this._index;
    }
    if (this._infix !== undefined) {
      hasAnyValues = true;
      internalValueResult.infix = this._infix;
    }
    if (this._locale !== undefined) {
      hasAnyValues = true;
      internalValueResult.locale = this._locale;
    }
    if (this._name !== undefined) {
      hasAnyValues = true;
      internalValueResult.name = this._name;
    }
    if (this._numDim !== undefined) {
      hasAnyValues = true;
      internalValueResult.numDim = this._numDim;
    }
    if (this._optional !== undefined) {
      hasAnyValues = true;
      internalValueResult.optional = this._optional;
    }
    if (this._rangeIndex !== undefined) {
      hasAnyValues = true;
      internalValueResult.rangeIndex = this._rangeIndex;
    }
    if (this._reference !== undefined) {
      hasAnyValues = true;
      internalValueResult.reference = this._reference;
    }
    if (this._sort !== undefined) {
      hasAnyValues = true;
      internalValueResult.sort = this._sort;
    }
    if (this._stem !== undefined) {
      hasAnyValues = true;
      internalValueResult.stem = this._stem;
    }
    if (this._store !== undefined) {
      hasAnyValues = true;
      internalValueResult.store = this._store;
    }
    if (this._type !== undefined) {
      hasAnyValues = true;
      internalValueResult.type = this._type;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CollectionField | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._extra = undefined;
      this._facet = undefined;
      this._index = undefined;
      this._infix = undefined;
      this._locale = undefined;
      this._name = undefined;
      this._numDim = undefined;
      this._optional = undefined;
      this._rangeIndex = undefined;
      this._reference = undefined;
      this._sort = undefined;
      this._stem = undefined;
      this._store = undefined;
      this._type = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._extra = value.extra;
      this._facet = value.facet;
      this._index = value.index;
      this._infix = value.infix;
      this._locale = value.locale;
      this._name = value.name;
      this._numDim = value.numDim;
      this._optional = value.optional;
      this._rangeIndex = value.rangeIndex;
      this._reference = value.reference;
      this._sort = value.sort;
      this._stem = value.stem;
      this._store = value.store;
      this._type = value.type;
    }
  }

  // extra - computed: false, optional: true, required: false
  private _extra?: string;
  public get extra() {
    return this.getStringAttribute('extra');
  }
  public set extra(value: string) {
    this._extra = value;
  }
  public resetExtra() {
    this._extra = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get extraInput() {
    return this._extra;
  }

  // facet - computed: false, optional: true, required: false
  private _facet?: boolean | cdktf.IResolvable;
  public get facet() {
    return this.getBooleanAttribute('facet');
  }
  public set facet(value: boolean | cdktf.IResolvable) {
    this._facet = value;
  }
  public resetFacet() {
    this._facet = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get facetInput() {
    return this._facet;
  }

  // index - computed: false, optional: true, required: false
  private _index?: boolean | cdktf.IResolvable;
  public get index() {
    return this.getBooleanAttribute('index');
  }
  public set index(value: boolean | cdktf.IResolvable) {
    this._index = value;
  }
  public resetIndex() {
    this._index = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get indexInput() {
    return this._index;
  }

  // infix - computed: false, optional: true, required: false
  private _infix?: boolean | cdktf.IResolvable;
  public get infix() {
    return this.getBooleanAttribute('infix');
  }
  public set infix(value: boolean | cdktf.IResolvable) {
    this._infix = value;
  }
  public resetInfix() {
    this._infix = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get infixInput() {
    return this._infix;
  }

  // locale - computed: false, optional: true, required: false
  private _locale?: string;
  public get locale() {
    return this.getStringAttribute('locale');
  }
  public set locale(value: string) {
    this._locale = value;
  }
  public resetLocale() {
    this._locale = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get localeInput() {
    return this._locale;
  }

  // name - computed: false, optional: false, required: true
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // num_dim - computed: false, optional: true, required: false
  private _numDim?: number;
  public get numDim() {
    return this.getNumberAttribute('num_dim');
  }
  public set numDim(value: number) {
    this._numDim = value;
  }
  public resetNumDim() {
    this._numDim = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get numDimInput() {
    return this._numDim;
  }

  // optional - computed: false, optional: true, required: false
  private _optional?: boolean | cdktf.IResolvable;
  public get optional() {
    return this.getBooleanAttribute('optional');
  }
  public set optional(value: boolean | cdktf.IResolvable) {
    this._optional = value;
  }
  public resetOptional() {
    this._optional = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get optionalInput() {
    return this._optional;
  }

  // range_index - computed: false, optional: true, required: false
  private _rangeIndex?: boolean | cdktf.IResolvable;
  public get rangeIndex() {
    return this.getBooleanAttribute('range_index');
  }
  public set rangeIndex(value: boolean | cdktf.IResolvable) {
    this._rangeIndex = value;
  }
  public resetRangeIndex() {
    this._rangeIndex = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get rangeIndexInput() {
    return this._rangeIndex;
  }

  // reference - computed: false, optional: true, required: false
  private _reference?: string;
  public get reference() {
    return this.getStringAttribute('reference');
  }
  public set reference(value: string) {
    this._reference = value;
  }
  public resetReference() {
    this._reference = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get referenceInput() {
    return this._reference;
  }

  // sort - computed: false, optional: true, required: false
  private _sort?: boolean | cdktf.IResolvable;
  public get sort() {
    return this.getBooleanAttribute('sort');
  }
  public set sort(value: boolean | cdktf.IResolvable) {
    this._sort = value;
  }
  public resetSort() {
    this._sort = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sortInput() {
    return this._sort;
  }

  // stem - computed: false, optional: true, required: false
  private _stem?: boolean | cdktf.IResolvable;
  public get stem() {
    return this.getBooleanAttribute('stem');
  }
  public set stem(value: boolean | cdktf.IResolvable) {
    this._stem = value;
  }
  public resetStem() {
    this._stem = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get stemInput() {
    return this._stem;
  }

  // store - computed: false, optional: true, required: false
  private _store?: boolean | cdktf.IResolvable;
  public get store() {
    return this.getBooleanAttribute('store');
  }
  public set store(value: boolean | cdktf.IResolvable) {
    this._store = value;
  }
  public resetStore() {
    this._store = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get storeInput() {
    return this._store;
  }

  // type - computed: false, optional: false, required: true
  private _type?: string;
  public get type() {
    return this.getStringAttribute('type');
  }
  public set type(value: string) {
    this._type = value;
  }
  // Temporarily expose input value. Use with caution.
  public get typeInput() {
    return this._type;
  }
}

export class CollectionFieldList extends cdktf.ComplexList {
  public internalValue? : CollectionField[] | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): CollectionFieldOutputReference {
    return new CollectionFieldOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface CollectionTimeouts {
  /**
  * Time limit of a create, as a duration. The default is `5m`.
  */
  readonly create?: string;
  /**
  * Time limit of a delete, as a duration. The default is `10m`.
  */
  readonly delete?: string;
  /**
  * Time limit of an edit, including the wait for an edit by somebody else, as a duration. The default is `1h`.
  */
  readonly update?: string;
}

export function collectionTimeoutsToTerraform(struct?: CollectionTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function collectionTimeoutsToHclTerraform(struct?: CollectionTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CollectionTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CollectionTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CollectionTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string;
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string;
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string;
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a `searchcloud_collection`
*/
export class Collection extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_collection";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Collection resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Collection to import
  * @param importFromId The id of the existing Collection that should be imported.
  * @param provider? Optional instance of the provider where the Collection to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_collection", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_collection` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CollectionConfig
  */
  public constructor(scope: Construct, id: string, config: CollectionConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_collection',
      terraformGeneratorMetadata: {
        providerName: 'searchcloud',
        providerVersion: '0.1.0',
        providerVersionConstraint: '0.1.0'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._apiKey = config.apiKey;
    this._clusterId = config.clusterId;
    this._curationSets = config.curationSets;
    this._defaultSortingField = config.defaultSortingField;
    this._deletionProtection = config.deletionProtection;
    this._enableNestedFields = config.enableNestedFields;
    this._metadata = config.metadata;
    this._modelApiKeyWo = config.modelApiKeyWo;
    this._modelApiKeyWoVersion = config.modelApiKeyWoVersion;
    this._name = config.name;
    this._nodeUrls = config.nodeUrls;
    this._replacement = config.replacement;
    this._symbolsToIndex = config.symbolsToIndex;
    this._synonymSets = config.synonymSets;
    this._tokenSeparators = config.tokenSeparators;
    this._voiceQueryModel = config.voiceQueryModel;
    this._field.internalValue = config.field;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // api_key - computed: false, optional: true, required: false
  private _apiKey?: string;
  public get apiKey() {
    return this.getStringAttribute('api_key');
  }
  public set apiKey(value: string) {
    this._apiKey = value;
  }
  public resetApiKey() {
    this._apiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyInput() {
    return this._apiKey;
  }

  // cluster_id - computed: false, optional: true, required: false
  private _clusterId?: string;
  public get clusterId() {
    return this.getStringAttribute('cluster_id');
  }
  public set clusterId(value: string) {
    this._clusterId = value;
  }
  public resetClusterId() {
    this._clusterId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clusterIdInput() {
    return this._clusterId;
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // curation_sets - computed: false, optional: true, required: false
  private _curationSets?: string[];
  public get curationSets() {
    return cdktf.Fn.tolist(this.getListAttribute('curation_sets'));
  }
  public set curationSets(value: string[]) {
    this._curationSets = value;
  }
  public resetCurationSets() {
    this._curationSets = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get curationSetsInput() {
    return this._curationSets;
  }

  // default_sorting_field - computed: false, optional: true, required: false
  private _defaultSortingField?: string;
  public get defaultSortingField() {
    return this.getStringAttribute('default_sorting_field');
  }
  public set defaultSortingField(value: string) {
    this._defaultSortingField = value;
  }
  public resetDefaultSortingField() {
    this._defaultSortingField = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get defaultSortingFieldInput() {
    return this._defaultSortingField;
  }

  // deletion_protection - computed: false, optional: true, required: false
  private _deletionProtection?: boolean | cdktf.IResolvable;
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktf.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // enable_nested_fields - computed: false, optional: true, required: false
  private _enableNestedFields?: boolean | cdktf.IResolvable;
  public get enableNestedFields() {
    return this.getBooleanAttribute('enable_nested_fields');
  }
  public set enableNestedFields(value: boolean | cdktf.IResolvable) {
    this._enableNestedFields = value;
  }
  public resetEnableNestedFields() {
    this._enableNestedFields = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enableNestedFieldsInput() {
    return this._enableNestedFields;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // metadata - computed: true, optional: true, required: false
  private _metadata?: string;
  public get metadata() {
    return this.getStringAttribute('metadata');
  }
  public set metadata(value: string) {
    this._metadata = value;
  }
  public resetMetadata() {
    this._metadata = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get metadataInput() {
    return this._metadata;
  }

  // model_api_key_wo - computed: false, optional: true, required: false
  private _modelApiKeyWo?: string;
  public get modelApiKeyWo() {
    return this.getStringAttribute('model_api_key_wo');
  }
  public set modelApiKeyWo(value: string) {
    this._modelApiKeyWo = value;
  }
  public resetModelApiKeyWo() {
    this._modelApiKeyWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelApiKeyWoInput() {
    return this._modelApiKeyWo;
  }

  // model_api_key_wo_version - computed: false, optional: true, required: false
  private _modelApiKeyWoVersion?: number;
  public get modelApiKeyWoVersion() {
    return this.getNumberAttribute('model_api_key_wo_version');
  }
  public set modelApiKeyWoVersion(value: number) {
    this._modelApiKeyWoVersion = value;
  }
  public resetModelApiKeyWoVersion() {
    this._modelApiKeyWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelApiKeyWoVersionInput() {
    return this._modelApiKeyWoVersion;
  }

  // name - computed: false, optional: false, required: true
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // node_urls - computed: false, optional: true, required: false
  private _nodeUrls?: string[];
  public get nodeUrls() {
    return this.getListAttribute('node_urls');
  }
  public set nodeUrls(value: string[]) {
    this._nodeUrls = value;
  }
  public resetNodeUrls() {
    this._nodeUrls = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeUrlsInput() {
    return this._nodeUrls;
  }

  // replacement - computed: false, optional: true, required: false
  private _replacement?: string;
  public get replacement() {
    return this.getStringAttribute('replacement');
  }
  public set replacement(value: string) {
    this._replacement = value;
  }
  public resetReplacement() {
    this._replacement = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get replacementInput() {
    return this._replacement;
  }

  // symbols_to_index - computed: false, optional: true, required: false
  private _symbolsToIndex?: string[];
  public get symbolsToIndex() {
    return cdktf.Fn.tolist(this.getListAttribute('symbols_to_index'));
  }
  public set symbolsToIndex(value: string[]) {
    this._symbolsToIndex = value;
  }
  public resetSymbolsToIndex() {
    this._symbolsToIndex = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get symbolsToIndexInput() {
    return this._symbolsToIndex;
  }

  // synonym_sets - computed: false, optional: true, required: false
  private _synonymSets?: string[];
  public get synonymSets() {
    return cdktf.Fn.tolist(this.getListAttribute('synonym_sets'));
  }
  public set synonymSets(value: string[]) {
    this._synonymSets = value;
  }
  public resetSynonymSets() {
    this._synonymSets = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get synonymSetsInput() {
    return this._synonymSets;
  }

  // token_separators - computed: false, optional: true, required: false
  private _tokenSeparators?: string[];
  public get tokenSeparators() {
    return cdktf.Fn.tolist(this.getListAttribute('token_separators'));
  }
  public set tokenSeparators(value: string[]) {
    this._tokenSeparators = value;
  }
  public resetTokenSeparators() {
    this._tokenSeparators = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tokenSeparatorsInput() {
    return this._tokenSeparators;
  }

  // voice_query_model - computed: false, optional: true, required: false
  private _voiceQueryModel?: string;
  public get voiceQueryModel() {
    return this.getStringAttribute('voice_query_model');
  }
  public set voiceQueryModel(value: string) {
    this._voiceQueryModel = value;
  }
  public resetVoiceQueryModel() {
    this._voiceQueryModel = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get voiceQueryModelInput() {
    return this._voiceQueryModel;
  }

  // field - computed: false, optional: false, required: true
  private _field = new CollectionFieldList(this, "field", true);
  public get field() {
    return this._field;
  }
  public putField(value: CollectionField[] | cdktf.IResolvable) {
    this._field.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get fieldInput() {
    return this._field.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new CollectionTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: CollectionTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      api_key: cdktf.stringToTerraform(this._apiKey),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      curation_sets: cdktf.listMapper(cdktf.stringToTerraform, false)(this._curationSets),
      default_sorting_field: cdktf.stringToTerraform(this._defaultSortingField),
      deletion_protection: cdktf.booleanToTerraform(this._deletionProtection),
      enable_nested_fields: cdktf.booleanToTerraform(this._enableNestedFields),
      metadata: cdktf.stringToTerraform(this._metadata),
      model_api_key_wo: cdktf.stringToTerraform(this._modelApiKeyWo),
      model_api_key_wo_version: cdktf.numberToTerraform(this._modelApiKeyWoVersion),
      name: cdktf.stringToTerraform(this._name),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
      replacement: cdktf.stringToTerraform(this._replacement),
      symbols_to_index: cdktf.listMapper(cdktf.stringToTerraform, false)(this._symbolsToIndex),
      synonym_sets: cdktf.listMapper(cdktf.stringToTerraform, false)(this._synonymSets),
      token_separators: cdktf.listMapper(cdktf.stringToTerraform, false)(this._tokenSeparators),
      voice_query_model: cdktf.stringToTerraform(this._voiceQueryModel),
      field: cdktf.listMapper(collectionFieldToTerraform, true)(this._field.internalValue),
      timeouts: collectionTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      api_key: {
        value: cdktf.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      cluster_id: {
        value: cdktf.stringToHclTerraform(this._clusterId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      curation_sets: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._curationSets),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      default_sorting_field: {
        value: cdktf.stringToHclTerraform(this._defaultSortingField),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      deletion_protection: {
        value: cdktf.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      enable_nested_fields: {
        value: cdktf.booleanToHclTerraform(this._enableNestedFields),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      metadata: {
        value: cdktf.stringToHclTerraform(this._metadata),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_api_key_wo: {
        value: cdktf.stringToHclTerraform(this._modelApiKeyWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_api_key_wo_version: {
        value: cdktf.numberToHclTerraform(this._modelApiKeyWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      node_urls: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._nodeUrls),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      replacement: {
        value: cdktf.stringToHclTerraform(this._replacement),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      symbols_to_index: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._symbolsToIndex),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      synonym_sets: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._synonymSets),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      token_separators: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._tokenSeparators),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      voice_query_model: {
        value: cdktf.stringToHclTerraform(this._voiceQueryModel),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      field: {
        value: cdktf.listMapperHcl(collectionFieldToHclTerraform, true)(this._field.internalValue),
        isBlock: true,
        type: "set",
        storageClassType: "CollectionFieldList",
      },
      timeouts: {
        value: collectionTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "CollectionTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
