"""IRIs of the RDF, RDFS, OWL, SKOS and SHACL vocabularies."""

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
SH = "http://www.w3.org/ns/shacl#"
XSD = "http://www.w3.org/2001/XMLSchema#"

TYPE = f"{RDF}type"
FIRST = f"{RDF}first"
REST = f"{RDF}rest"
NIL = f"{RDF}nil"
SUBCLASS_OF = f"{RDFS}subClassOf"
SUBPROPERTY_OF = f"{RDFS}subPropertyOf"
DOMAIN = f"{RDFS}domain"
RANGE = f"{RDFS}range"
SAME_AS = f"{OWL}sameAs"
DIFFERENT_FROM = f"{OWL}differentFrom"
INVERSE_OF = f"{OWL}inverseOf"
EQUIVALENT_PROPERTY = f"{OWL}equivalentProperty"
EQUIVALENT_CLASS = f"{OWL}equivalentClass"

# Label predicates, best first; schema.org is in use under both schemes.
LABELS = (
    f"{RDFS}label",
    f"{SKOS}prefLabel",
    "http://schema.org/name",
    "https://schema.org/name",
    "http://xmlns.com/foaf/0.1/name",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
    f"{SKOS}altLabel",
)
# Annotations, which are not facts.
REMARKS = (
    f"{RDFS}comment",
    f"{RDFS}seeAlso",
    f"{RDFS}isDefinedBy",
    f"{SKOS}definition",
    f"{SKOS}notation",
    "http://purl.org/dc/terms/source",
    "http://purl.org/dc/elements/1.1/source",
    "http://purl.org/dc/terms/description",
)
# Predicates of these vocabularies describe how the graph is made.
SCHEMA_NAMESPACES = (RDF, RDFS, OWL, SH)
# Instances of these are parts of the schema, not things.
SCHEMA_CLASSES = (
    *(
        f"{OWL}{name}"
        for name in (
            "Class", "ObjectProperty", "DatatypeProperty", "AnnotationProperty", "Ontology",
            "FunctionalProperty", "InverseFunctionalProperty", "SymmetricProperty", "Restriction",
            "AsymmetricProperty", "TransitiveProperty", "IrreflexiveProperty",
            "ReflexiveProperty", "NegativePropertyAssertion", "AllDisjointClasses", "AllDifferent",
        )
    ),
    f"{RDFS}Class",
    f"{RDFS}Datatype",
    f"{RDF}Property",
    f"{SH}NodeShape",
    f"{SH}PropertyShape",
)  # fmt: skip
