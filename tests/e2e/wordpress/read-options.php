<?php
// Parses options with the code of the plugin, outside of WordPress. Input and output are lists in JSON.
// phpcs:disable

define( 'ABSPATH', __DIR__ );
require "$argv[1]/includes/options.php";
echo json_encode( array_map( 'Earshot\read_options', json_decode( stream_get_contents( STDIN ), true ) ) );
