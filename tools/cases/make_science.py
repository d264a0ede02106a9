"""
Extract elements and constants from libraries that keep them well, into ``science.json``.

Run by hand where a newer edition of the data is wanted; it needs ``mendeleev`` and ``scipy``,
which nothing else here needs at run time::

    python -m tools.cases.make_science
"""

import json
from importlib import metadata, util

from tools.cases._kept_json import DATA

TARGET = DATA / "science.json"

# The name in CODATA, and the unit written the way the question writes it.
CONSTANTS = {
    "speed of light in vacuum": "m/s",
    "Planck constant": "J s",
    "reduced Planck constant": "J s",
    "elementary charge": "C",
    "Boltzmann constant": "J/K",
    "Avogadro constant": "1/mol",
    "molar gas constant": "J/(mol K)",
    "Faraday constant": "C/mol",
    "Newtonian constant of gravitation": "m^3/(kg s^2)",
    "electron mass": "kg",
    "proton mass": "kg",
    "neutron mass": "kg",
    "muon mass": "kg",
    "deuteron mass": "kg",
    "alpha particle mass": "kg",
    "atomic mass constant": "kg",
    "proton-electron mass ratio": "",
    "fine-structure constant": "",
    "inverse fine-structure constant": "",
    "Bohr radius": "m",
    "classical electron radius": "m",
    "Compton wavelength": "m",
    "Rydberg constant": "1/m",
    "Hartree energy": "J",
    "Bohr magneton": "J/T",
    "nuclear magneton": "J/T",
    "Stefan-Boltzmann constant": "W/(m^2 K^4)",
    "Wien wavelength displacement law constant": "m K",
    "vacuum electric permittivity": "F/m",
    "vacuum mag. permeability": "N/A^2",
    "characteristic impedance of vacuum": "ohm",
    "mag. flux quantum": "Wb",
    "Josephson constant": "Hz/V",
    "von Klitzing constant": "ohm",
    "conductance quantum": "S",
    "electron volt": "J",
    "standard acceleration of gravity": "m/s^2",
    "standard atmosphere": "Pa",
    "Planck length": "m",
    "Planck mass": "kg",
    "Planck time": "s",
    "Planck temperature": "K",
}
SPOKEN = {
    "vacuum mag. permeability": "vacuum magnetic permeability",
    "mag. flux quantum": "magnetic flux quantum",
}
ELEMENT_COUNT = 118


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing = [name for name in ("mendeleev", "scipy") if util.find_spec(name) is None]
    if missing:
        raise SystemExit(f"install {' and '.join(missing)} first: {TARGET.name} is made from them")
    from mendeleev import get_all_elements  # type: ignore[import-not-found,unused-ignore]
    from scipy.constants import physical_constants

    elements = [
        {
            "number": element.atomic_number,
            "symbol": element.symbol,
            "name": element.name,
            "atomic_weight": repr(element.atomic_weight),
            "group": element.group_id,
            "period": element.period,
            "is_stable": not element.is_radioactive,
        }
        for element in sorted(get_all_elements(), key=lambda element: element.atomic_number)
    ]
    if len(elements) != ELEMENT_COUNT:
        raise SystemExit(f"found {len(elements)} elements, expected {ELEMENT_COUNT}")
    constants = [
        {
            "name": SPOKEN.get(name, name),
            "value": repr(physical_constants[name][0]),
            "unit": unit,
            "uncertainty": repr(physical_constants[name][2]),
        }
        for name, unit in CONSTANTS.items()
    ]
    sources = {
        "elements": f"mendeleev {metadata.version('mendeleev')} (MIT), "
        "https://mendeleev.readthedocs.io",
        "constants": "CODATA 2022 (NIST, public domain), "
        f"from scipy {metadata.version('scipy')} (BSD-3-Clause), "
        "https://physics.nist.gov/cuu/Constants",
    }
    lines = json.dumps(
        {"sources": sources, "elements": elements, "constants": constants},
        ensure_ascii=False,
        indent=1,
    )
    TARGET.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
