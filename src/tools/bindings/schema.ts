/** What `terraform providers schema -json` prints, as far as the bindings need it. */
export interface ProviderSchemaJson {
  readonly format_version?: string;
  readonly provider_schemas: { readonly [address: string]: ProviderJson };
}

export interface ProviderJson {
  readonly provider: SchemaJson;
  readonly resource_schemas?: { readonly [type: string]: SchemaJson };
  readonly data_source_schemas?: { readonly [type: string]: SchemaJson };
  /** Bindings have none: the generator of CDKTF 0.21 passes functions over. */
  readonly functions?: { readonly [name: string]: FunctionJson };
}

export interface SchemaJson {
  readonly version: number;
  readonly block: BlockJson;
}

export interface BlockJson {
  readonly attributes?: { readonly [name: string]: AttributeJson };
  readonly block_types?: { readonly [name: string]: NestedBlockJson };
  readonly description?: string;
  readonly description_kind?: string;
}

export interface NestedBlockJson {
  readonly nesting_mode: "single" | "list" | "set" | "map";
  readonly block: BlockJson;
  readonly min_items?: number;
  readonly max_items?: number;
}

/** Exactly one of `type` (a cty type) and `nested_type` is there. */
export interface AttributeJson {
  readonly type?: CtyTypeJson;
  readonly nested_type?: {
    readonly nesting_mode: "single" | "list" | "set" | "map";
    readonly attributes: { readonly [name: string]: AttributeJson };
  };
  readonly description?: string;
  readonly description_kind?: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
}

export type CtyTypeJson = string | readonly [string, CtyTypeJson | { readonly [name: string]: CtyTypeJson }];

/** The signature of a function of the provider. */
export interface FunctionJson {
  readonly description: string;
  readonly summary: string;
  readonly return_type: CtyTypeJson;
  readonly parameters: readonly FunctionParameterJson[];
}

export interface FunctionParameterJson {
  readonly name: string;
  readonly description: string;
  readonly is_nullable?: true;
  readonly type: CtyTypeJson;
}
